import { describe, expect, test } from 'vitest'
import { type Hash, parseHash } from '../../lib/hex.js'
import { describeContinuity } from './check-continuity.js'

const hashOf = (digit: string) => parseHash(`0x${digit.repeat(64)}`) as Hash
const storedHead = { firstHash: hashOf('1'), number: 9n }

describe('describeContinuity', () => {
  test('default', () => {
    expect(describeContinuity(storedHead, hashOf('1'))).toMatchObject({
      status: 'ok',
      message: 'The database knows this chain up to block 9.',
    })
  })

  test('behavior: is skipped with a new database or a chain without blocks', () => {
    expect(describeContinuity(null, hashOf('1')).status).toBe('skipped')
    expect(describeContinuity(storedHead, null).status).toBe('skipped')
  })

  test('error: another chain with the same id', () => {
    expect(describeContinuity(storedHead, hashOf('2')).status).toBe('problem')
  })
})
