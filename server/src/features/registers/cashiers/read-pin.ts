import { invalidInput } from '../../../lib/errors.js'

/**
 * Reads a new PIN: 4 to 8 digits that are not the first ones to guess.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readNewPin(value: unknown): string {
  const pin = readPin(value)
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]))
  const isRun = [0, 1, -1].some((step) => steps.every((other) => other === step))
  if (isRun) {
    throw invalidInput('pin must not repeat one digit, or count up or down. Choose another.')
  }
  return pin
}

/**
 * Reads a PIN.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPin(value: unknown): string {
  if (typeof value === 'string' && /^[0-9]{4,8}$/.test(value)) return value
  throw invalidInput('pin must be a text of 4 to 8 digits.')
}
