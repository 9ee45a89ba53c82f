import type { ImportProblem } from './read-rows.js'

const maxProblems = 100

/** The first problems of a file, and how many there are: nobody reads the same mistake ten thousand times. */
export function describeProblems(problems: readonly ImportProblem[]) {
  return { problems: problems.slice(0, maxProblems), problemCount: problems.length }
}
