/**
 * Ends a `switch` over a union, so that a missing case is a compile error.
 *
 * @throws {Error} when a value outside the type occurs at run time.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`)
}
