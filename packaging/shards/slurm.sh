#!/bin/bash
# Counts the closed tours of a board in 16 shards, as an array of Slurm jobs: `sbatch slurm.sh` in a folder that all
# nodes share. The same command counts again what is missing.
#SBATCH --job-name=courser
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --output=shard%a.log
set -euo pipefail
shard=$SLURM_ARRAY_TASK_ID
courser count "${BOARD:-8x10}" --closed --shard "$shard/$SLURM_ARRAY_TASK_COUNT" -o "part$shard.json"
