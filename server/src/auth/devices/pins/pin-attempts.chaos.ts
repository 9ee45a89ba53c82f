import { describe, expect, test } from 'vitest'
import { daysToGuess } from './pin-attempts.properties.js'

const stolen = [
  { name: 'one stolen device, 200 cashiers', cashiers: 200, devices: 1, runs: 1_000, max: 0.01 },
  { name: '50 stolen devices, 200 cashiers', cashiers: 200, devices: 50, runs: 1_000, max: 0.2 },
]

const inUse = [
  { name: 'one device, one cashier', cashiers: 1, devices: 1, runs: 1_000 },
  { name: 'one device, 20 cashiers', cashiers: 20, devices: 1, runs: 1_000 },
  { name: '50 devices, one cashier', cashiers: 1, devices: 50, runs: 1_000 },
  { name: '50 devices, 200 cashiers', cashiers: 200, devices: 50, runs: 100 },
]

const timeout = 1_200_000

describe('the PINs of four digits that a thief guesses before the devices end', () => {
  test.each(stolen)('$name', { timeout }, ({ name, runs, max, ...shop }) => {
    const days = Array.from({ length: runs }, (_, seed) =>
      daysToGuess({ ...shop, hasSignIns: false, seed }),
    )
    const share = days.filter((day) => day < Number.POSITIVE_INFINITY).length / runs
    process.stdout.write(`${name}: ${(share * 100).toFixed(1)} % ever\n`)
    expect(share).toBeLessThan(max)
  })
})

describe('the expected time to guess a PIN of four digits at devices that cashiers use', () => {
  test.each(inUse)('$name', { timeout }, ({ name, runs, ...shop }) => {
    const days = Array.from({ length: runs }, (_, seed) =>
      daysToGuess({ ...shop, hasSignIns: true, seed }),
    )
    const mean = days.reduce((sum, day) => sum + day, 0) / runs
    const within30 = days.filter((day) => day < 30).length / runs
    const share = (within30 * 100).toFixed(1)
    process.stdout.write(`${name}: ${mean.toFixed(0)} days, ${share} % within 30 days\n`)
    expect(mean).toBeGreaterThan(45)
  })
})
