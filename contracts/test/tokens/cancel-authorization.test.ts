import type { Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyTime, signAuthorization, signCancellation } from '../sign.js'
import {
  aNonce,
  createFixture,
  type Fixture,
  forms,
  other,
  otherAccount,
  owner,
  ownerAccount,
  relayer,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const sign = (signer = ownerAccount, authorizer = owner) =>
  signCancellation(signer, fixture.tokens.usdc, { authorizer, nonce: aNonce })

describe.each(forms)('cancelAuthorization, %s', (_, toArgs) => {
  const submit = (signature: Hex, authorizer = owner) =>
    fixture.chain.send({
      ...fixture.tokens.usdc,
      from: relayer,
      functionName: 'cancelAuthorization',
      args: [authorizer, aNonce, ...toArgs(signature)],
    })
  const use = async () => {
    const value = 5n
    const message = { from: owner, to: other, value, ...anyTime, nonce: aNonce }
    const { usdc } = fixture.tokens
    const kind = 'TransferWithAuthorization'
    const signature = await signAuthorization(ownerAccount, usdc, kind, message)
    const args = [owner, other, value, anyTime.validAfter, anyTime.validBefore, aNonce, signature]
    return fixture.chain.send({ ...usdc, functionName: 'transferWithAuthorization', args })
  }

  test('default', async () => {
    const { chain, tokens, balanceOf } = fixture
    const { logs } = await submit(await sign())
    expect(logs).toMatchObject([
      { eventName: 'AuthorizationCanceled', args: { authorizer: owner, nonce: aNonce } },
    ])
    const args = [owner, aNonce]
    expect(await chain.read({ ...tokens.usdc, functionName: 'authorizationState', args })).toBe(
      true,
    )

    expect((await use()).failure?.name).toBe('SignedTestTokenAuthorizationUsed')
    expect(await balanceOf(tokens.usdc, owner)).toBe(1_000n)
  })

  test('behavior: accepts the owner signature of a contract wallet', async () => {
    const wallet = await fixture.deployWallet()
    const signature = await sign(ownerAccount, wallet.to)
    expect((await submit(signature, wallet.to)).status).toBe('success')
  })

  test('error: refuses another signer', async () => {
    expect((await submit(await sign(otherAccount))).failure?.name).toBe(
      'SignedTestTokenInvalidSignature',
    )
  })

  test('error: refuses a used or canceled authorization', async () => {
    const signature = await sign()
    await fixture.chain.snapshot()
    await use()
    const used = await submit(signature)
    await fixture.chain.revert()
    await submit(signature)
    const canceled = await submit(signature)
    expect([used, canceled].map(({ failure }) => failure?.name)).toEqual([
      'SignedTestTokenAuthorizationUsed',
      'SignedTestTokenAuthorizationUsed',
    ])
  })
})
