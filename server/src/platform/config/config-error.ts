/** An invalid configuration, with every problem, so that an operator can fix all of them at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s)`)
    this.problems = problems
  }
}
