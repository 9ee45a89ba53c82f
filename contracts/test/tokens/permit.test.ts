import { type Address, type Hex, maxUint256 } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signPermit } from '../sign.js'
import {
  createFixture,
  type Fixture,
  forms,
  other,
  otherAccount,
  owner,
  ownerAccount,
  relayer,
  zero,
} from './fixture.js'
import { toHighS } from './to-high-s.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const message = {
  owner: owner as Address,
  spender: other as Address,
  value: 5n,
  nonce: 0n,
  deadline: maxUint256,
}
const sign = (change: Partial<typeof message> = {}, signer = ownerAccount) =>
  signPermit(signer, fixture.tokens.usdc, { ...message, ...change })
const invalid = { name: 'SignedTestTokenInvalidSignature' }

describe.each(forms)('permit, %s', (_, toArgs) => {
  const submit = (signature: Hex, change: Partial<typeof message> = {}) => {
    const { owner, spender, value, deadline } = { ...message, ...change }
    return fixture.chain.send({
      ...fixture.tokens.usdc,
      from: relayer,
      functionName: 'permit',
      args: [owner, spender, value, deadline, ...toArgs(signature)],
    })
  }

  test('default', async () => {
    const { chain, tokens, allowanceOf } = fixture
    const { logs } = await submit(await sign())
    expect(logs).toMatchObject([
      { eventName: 'Approval', args: { owner, spender: other, value: 5n } },
    ])
    expect(await allowanceOf(tokens.usdc, other)).toBe(5n)
    expect(await chain.read({ ...tokens.usdc, functionName: 'nonces', args: [owner] })).toBe(1n)
  })

  test('behavior: EURC has its own domain', async () => {
    const { tokens } = fixture
    const signature = await signPermit(ownerAccount, tokens.eurc, message, { name: 'EURC' })
    const args = [owner, other, 5n, maxUint256, ...toArgs(signature)]
    const call = { functionName: 'permit', args }
    expect((await fixture.chain.send({ ...tokens.usdc, ...call })).failure).toMatchObject(invalid)
    expect((await fixture.chain.send({ ...tokens.eurc, ...call })).status).toBe('success')
  })

  test('behavior: accepts the owner signature of a contract wallet', async () => {
    const { chain, tokens, deployWallet } = fixture
    const wallet = await deployWallet()
    const byWallet = { owner: wallet.to }
    expect((await submit(await sign(byWallet), byWallet)).status).toBe('success')
    const again = await sign({ ...byWallet, nonce: 1n }, otherAccount)
    expect((await submit(again, byWallet)).failure).toMatchObject(invalid)
    const args = [wallet.to, other]
    expect(await chain.read({ ...tokens.usdc, functionName: 'allowance', args })).toBe(5n)
  })

  test('behavior: is valid up to and including its deadline', async () => {
    const { chain } = fixture
    const deadline = chain.now() + 100n
    const signature = await sign({ deadline })
    chain.setNextTimestamp(deadline + 1n)
    expect((await submit(signature, { deadline })).failure).toMatchObject({
      name: 'SignedTestTokenPermitExpired',
      args: [deadline],
    })
    chain.setNextTimestamp(deadline)
    expect((await submit(signature, { deadline })).status).toBe('success')
  })

  test.each<Partial<typeof message>>([
    { owner: other },
    { spender: relayer },
    { value: 6n },
    { deadline: maxUint256 - 1n },
    { owner: zero },
  ])('error: refuses a change of %o after signing', async (change) => {
    expect((await submit(await sign(), change)).failure).toMatchObject(invalid)
  })

  test('error: refuses a second use, a future nonce and another chain', async () => {
    const { chain, tokens } = fixture
    const signature = await sign()
    await submit(signature)
    expect((await submit(signature)).failure).toMatchObject(invalid)
    expect((await submit(await sign({ nonce: 2n }))).failure).toMatchObject(invalid)
    const other = { chainId: chain.chainId + 1 }
    const elsewhere = await signPermit(ownerAccount, tokens.usdc, { ...message, nonce: 1n }, other)
    expect((await submit(elsewhere)).failure).toMatchObject(invalid)
  })

  test('error: refuses the signature with a high s', async () => {
    expect((await submit(toHighS(await sign()))).failure).toMatchObject(invalid)
  })
})
