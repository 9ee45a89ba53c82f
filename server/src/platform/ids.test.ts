import { describe, expect, test } from 'vitest'
import { encodeSeconds } from '../lib/ids.js'
import { unixMs } from '../lib/time.js'
import { createNewId } from './ids.js'

const now = unixMs(1_800_000_000_000)

describe('createNewId', () => {
  test('default', () => {
    const newId = createNewId(() => now)
    expect(newId('itm')).toMatch(/^itm_[0-9a-z]{26}$/)
    expect(newId('itm')).not.toBe(newId('itm'))
  })

  test('behavior: ids of receipts begin with their second, and have as many random bits', () => {
    const newId = createNewId(() => now)
    const [one, other] = [newId('rcpt'), newId('rcpt')]
    const start = `rcpt_${encodeSeconds(now)}`
    expect(one).toMatch(new RegExp(`^${start}[0-9a-z]{26}$`))
    expect(other.slice(start.length)).not.toBe(one.slice(start.length))
    expect(createNewId(() => unixMs(now + 1_000))('rcpt') > one).toBe(true)
  })
})
