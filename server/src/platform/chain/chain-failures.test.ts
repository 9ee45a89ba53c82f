import fc from 'fast-check'
import { BaseError, ExecutionRevertedError, HttpRequestError, RpcRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { describeFailure, isChainFailure, plainWords, revertReason } from './chain-failures.js'

const url = 'http://node.example'

function rpcError(message: string, data?: string): RpcRequestError {
  const error = { code: 3, message, ...(data === undefined ? {} : { data }) }
  return new RpcRequestError({ body: {}, url, error })
}

/** Builds an error like the library's, with the node's error as a cause. */
function reverted(cause: RpcRequestError, message?: string): BaseError {
  const meaning = new ExecutionRevertedError({
    cause,
    ...(message === undefined ? {} : { message }),
  })
  return new BaseError('the call failed', { cause: meaning })
}

describe('revertReason', () => {
  test('default', async () => {
    const error = reverted(rpcError('execution reverted: too late'), 'execution reverted: too late')
    expect(await revertReason(error)).toBe('Execution reverted with reason: too late.')
  })

  test("behavior: includes the start of the contract's error data", async () => {
    const data = `0x${'ab'.repeat(100)}`
    const reason = await revertReason(reverted(rpcError('execution reverted', data)))
    expect(reason).toBe(`Execution reverted for an unknown reason. (${data.slice(0, 74)})`)
  })

  test('behavior: returns one line of limited length', async () => {
    const longText = `\u0000\n${'x'.repeat(1_000)}`
    const reason = await revertReason(reverted(rpcError(longText), longText))
    expect(reason).toMatch(/^Execution reverted with reason: x+$/)
    expect(reason).toHaveLength(300)
  })

  test.each([
    'EVM error InvalidFEOpcode',
    'EVM error StackUnderflow',
    'invalid opcode: INVALID',
    'invalid jump destination',
  ])('behavior: recognizes an aborted call: %s', async (message) => {
    expect(await revertReason(new BaseError('failed', { cause: rpcError(message) }))).toBe(message)
  })

  test.each([
    ['nothing of the library', new Error('execution reverted')],
    ['no error', 'execution reverted'],
    ['a node that is away', new HttpRequestError({ url })],
    ['a node that fails', new BaseError('failed', { cause: rpcError('header not found') })],
  ])('error: returns null for %s', async (_, error) => {
    expect(await revertReason(error)).toBeNull()
  })
})

/** Any code units, including lone surrogates. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

describe('plainWords', () => {
  test('default', () => {
    expect(plainWords('nonce too low', 100)).toBe('nonce too low')
  })

  test.each([
    ['execution reverted: \u0000\u0000\u0001', 'execution reverted:'],
    ['two\r\n\tlines', 'two lines'],
    ['\u202eleft\ud800', 'left'],
    ['', ''],
  ])('behavior: %j', (text, expected) => {
    expect(plainWords(text, 100)).toBe(expected)
  })

  test('behavior: truncates, but not within a character', () => {
    expect(plainWords('12345', 3)).toBe('123')
    expect(plainWords('12\u{1f600}', 3).isWellFormed()).toBe(true)
  })

  test('property: returns one line of limited length that PostgreSQL can store', () => {
    fc.assert(
      fc.property(anyText, fc.nat(50), (text, maxLength) => {
        const plainText = plainWords(text, maxLength)
        expect(plainText.length).toBeLessThanOrEqual(maxLength)
        expect(plainText).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(plainText.isWellFormed()).toBe(true)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

/** Builds an error like the library's, with a short and a full message. */
const aFailure = (fields: object) =>
  Object.assign(new Error('HTTP request failed.\n\nURL: http://node.test/canary7f3a'), {
    shortMessage: 'HTTP request failed.',
    ...fields,
  })

describe('describeFailure', () => {
  test('default', () => {
    const error = aFailure({ details: 'fetch failed' })
    expect(isChainFailure(error)).toBe(true)
    expect(describeFailure(error)).toBe('HTTP request failed.')
  })

  test('behavior: quotes the error of a node', () => {
    expect(describeFailure(aFailure({ code: -32_000, details: 'too\0busy' }))).toBe('too busy')
  })

  test('behavior: quotes other errors, redacted and truncated', () => {
    const error = new Error(`no Bearer abc.def ${'x'.repeat(500)}`)
    expect(isChainFailure(error)).toBe(false)
    expect(describeFailure(error)).toMatch(/^no Bearer \[hidden\] x+$/)
    expect(describeFailure(error)).toHaveLength(300)
    expect(describeFailure('plain')).toBe('plain')
  })
})
