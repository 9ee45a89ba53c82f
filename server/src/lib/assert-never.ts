/**
 * Ends a `switch` over a union: a member without a case is a compile error here.
 *
 * @throws {Error} when a value outside the type gets through at run time.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`)
}
