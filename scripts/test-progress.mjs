/** Test files run at the same time. */
const workers = 3
/** For how long the number of workers counts as much as the measured speed. */
const warmUpMs = 30_000

/**
 * Follows a run of test files. `durations` holds the milliseconds that files took in an earlier
 * run, by their key; a file without one counts as the average.
 */
export function createProgress({ keys, durations, startedAt }) {
  const knownDurations = keys.map((key) => durations[key]).filter((ms) => ms !== undefined)
  const average =
    knownDurations.length > 0
      ? knownDurations.reduce((sum, ms) => sum + ms, 0) / knownDurations.length
      : 1_000
  const weightOf = (key) => durations[key] ?? average
  const waiting = new Map(keys.map((key) => [key, weightOf(key)]))
  let doneMs = 0
  let failed = 0

  return {
    end(key, { hasFailed }) {
      doneMs += waiting.get(key) ?? 0
      waiting.delete(key)
      if (hasFailed) failed += 1
    },
    /** Returns a line such as `120 of 700 test files, 2 failed, 1:30 elapsed, about 4:10 left`. */
    describe(now) {
      const elapsedMs = now - startedAt
      const remainingMs = [...waiting.values()].reduce((sum, ms) => sum + ms, 0)
      const speed = (doneMs + workers * warmUpMs) / (elapsedMs + warmUpMs)
      const counts = `${keys.length - waiting.size} of ${keys.length} test files`
      const failures = failed > 0 ? `, ${failed} failed` : ''
      const timeLeft = formatMinutes(remainingMs / speed)
      return `${counts}${failures}, ${formatMinutes(elapsedMs)} elapsed, about ${timeLeft} left`
    },
  }
}

function formatMinutes(ms) {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
