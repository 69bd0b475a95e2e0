"""Win distances of hands in Parquet files with Spark.

spark-submit spark_batch.py HANDS ANSWERS, or python spark_batch.py HANDS ANSWERS --master 'local-cluster[2,1,1024]'

HANDS is a folder of Parquet files with a column `hand`; ANSWERS becomes one with the same columns and the answers. It
needs `pip install pyarrow pyspark 'pandas<3'` beside paili, and paili on the executors too.
"""

from __future__ import annotations

import argparse

from pyspark.sql import SparkSession
from pyspark.sql.types import ByteType, LongType, ShortType, StructField, StructType

from paili.arrow import AddAnswers

#: What is appended.
ANSWERS = [
    StructField("distance", ByteType()),
    StructField("acceptance", ShortType()),
    StructField("useful", LongType()),
]


def main() -> None:
    """Runs the job."""
    parser = argparse.ArgumentParser()
    parser.add_argument("hands")
    parser.add_argument("answers")
    parser.add_argument("--master", help="where Spark runs; without it, where spark-submit says")
    asked = parser.parse_args()
    builder = SparkSession.builder.appName("paili")
    if asked.master:
        builder = builder.master(asked.master)
    spark = builder.getOrCreate()
    try:
        hands = spark.read.parquet(asked.hands)
        add = AddAnswers("hand", useful=True)
        answers = hands.mapInArrow(add.each, StructType([*hands.schema.fields, *ANSWERS]))
        answers.write.parquet(asked.answers)
        spark.read.parquet(asked.answers).groupBy("distance").count().orderBy("distance").show()
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
