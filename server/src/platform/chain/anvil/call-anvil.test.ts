import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAnvil, callAnvilBatch } from './call-anvil.js'

type Question = { id: number; method: string; params: unknown[] }

/** Starts a server that echoes calls in reverse order; `no` returns an error and `mute` nothing. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const questions: Question[] = JSON.parse(Buffer.concat(chunks).toString())
  const responses = questions
    .filter(({ method }) => method !== 'mute')
    .map(({ id, method, params }) =>
      method === 'no' ? { id, error: { message: 'not today' } } : { id, result: [method, params] },
    )
  response.end(JSON.stringify(responses.toReversed()))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe('callAnvil', () => {
  test('default', async () => {
    expect(await callAnvil(url, 'evm_setTime', 1)).toEqual(['evm_setTime', [1]])
  })

  test('error: throws on an error response', async () => {
    await expect(callAnvil(url, 'no')).rejects.toThrow('no: {"message":"not today"}')
  })

  test('error: throws on a missing response', async () => {
    await expect(callAnvil(url, 'mute')).rejects.toThrow('mute: "no response"')
  })
})

describe('callAnvilBatch', () => {
  test('default: returns results in the order of the calls', async () => {
    expect(await callAnvilBatch(url, [['a'], ['b', 2], ['c']])).toEqual([
      ['a', []],
      ['b', [2]],
      ['c', []],
    ])
  })

  test('error: throws when one call fails', async () => {
    await expect(callAnvilBatch(url, [['a'], ['no'], ['c']])).rejects.toThrow('not today')
  })

  test('behavior: accepts an empty batch', async () => {
    expect(await callAnvilBatch(url, [])).toEqual([])
  })
})
