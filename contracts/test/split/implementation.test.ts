import { getContractAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { getArtifact } from '../artifact.js'
import { createFixture, type Fixture } from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})

describe('implementation', () => {
  test('default', async () => {
    const { chain, factory } = fixture
    const implementation = await chain.read({ ...factory, functionName: 'implementation' })
    expect(await chain.getCode(implementation)).toBe(getArtifact('MerchantSplit').deployedBytecode)
  })

  test('behavior: is the first contract that the factory creates, so its address follows from the factory', async () => {
    const { chain, factory } = fixture
    const implementation = await chain.read({ ...factory, functionName: 'implementation' })
    expect(implementation).toBe(getContractAddress({ from: factory.to, nonce: 1n }))
  })

  test('error: refuses native tokens, which could not be withdrawn', async () => {
    const { chain, factory } = fixture
    const to = await chain.read({ ...factory, functionName: 'implementation' })
    expect((await chain.send({ to, value: 1n })).status).toBe('reverted')
  })
})
