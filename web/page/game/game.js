export function startGame() {}
