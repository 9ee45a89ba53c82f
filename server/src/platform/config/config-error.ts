/** The environment cannot be used. Carries every problem, so that an operator fixes all of them in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s)`)
    this.problems = problems
  }
}
