export function startPractice() {}
