/**
 * Runs a history for each seed, or for the one of SEED, and fails with the seeds of the failed
 * ones.
 */
export async function runSeeds(
  { count, from = 1 }: { count: number; from?: number },
  run: (seed: number) => Promise<void>,
): Promise<void> {
  const only = process.env['SEED']
  const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, index) => from + index)
  const failures: Error[] = []
  for (const seed of seeds) {
    try {
      await run(seed)
    } catch (error) {
      failures.push(new Error(`SEED=${seed}: ${(error as Error).message}`, { cause: error }))
    }
  }
  if (failures.length === 0) return
  const list = failures.map(({ message }) => message.split('\n').slice(0, 3).join(' ')).join('\n')
  throw new AggregateError(failures, `${failures.length} of ${seeds.length} histories:\n${list}`)
}
