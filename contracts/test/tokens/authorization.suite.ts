import type { Address, Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyTime, signAuthorization } from '../sign.js'
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
  zero,
} from './fixture.js'
import { toHighS } from './to-high-s.js'

const message = {
  from: owner as Address,
  to: other as Address,
  value: 300n,
  ...anyTime,
  nonce: aNonce,
}
type Change = Partial<typeof message>

type Kind = 'TransferWithAuthorization' | 'ReceiveWithAuthorization'
type ToArgs = (signature: Hex) => readonly unknown[]

const invalid = { name: 'SignedTestTokenInvalidSignature' }

/**
 * Tests the behavior that both functions share, in both forms. `thirdPartyError` is the error for
 * other submitters.
 */
export function describeAuthorization(
  kind: Kind,
  { thirdPartyError }: { thirdPartyError: string | undefined },
): void {
  const functionName = `${kind[0]?.toLowerCase()}${kind.slice(1)}`
  describe.each(forms)(`${functionName}, %s`, (_, toArgs) => {
    testAuthorization(kind, functionName, toArgs, thirdPartyError)
  })
}

function testAuthorization(
  kind: Kind,
  functionName: string,
  toArgs: ToArgs,
  thirdPartyError?: string,
) {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await createFixture()
  })
  beforeEach(() => fixture.chain.snapshot())
  afterEach(() => fixture.chain.revert())

  const sign = (change: Change = {}, signer = ownerAccount, type: Kind = kind) =>
    signAuthorization(signer, fixture.tokens.usdc, type, { ...message, ...change })
  // The payee submits, which both functions allow.
  const submit = (signature: Hex, change: Change = {}, submitter: Address = other) => {
    const { from, to, value, validAfter, validBefore, nonce } = { ...message, ...change }
    return fixture.chain.send({
      ...fixture.tokens.usdc,
      from: submitter,
      functionName,
      args: [from, to, value, validAfter, validBefore, nonce, ...toArgs(signature)],
    })
  }

  test('default', async () => {
    const { chain, tokens, balanceOf } = fixture
    const state = { ...tokens.usdc, functionName: 'authorizationState', args: [owner, aNonce] }
    expect(await chain.read(state)).toBe(false)

    const { logs } = await submit(await sign())

    expect(logs).toMatchObject([
      { eventName: 'AuthorizationUsed', args: { authorizer: owner, nonce: aNonce } },
      { eventName: 'Transfer', args: { from: owner, to: other, value: 300n } },
    ])
    expect(await balanceOf(tokens.usdc, owner)).toBe(700n)
    expect(await balanceOf(tokens.usdc, other)).toBe(300n)
    expect(await chain.read(state)).toBe(true)
  })

  test('behavior: accepts the owner signature of a contract wallet', async () => {
    const { chain, tokens, balanceOf, deployWallet } = fixture
    const wallet = await deployWallet()
    await chain.mustSend({ ...tokens.usdc, functionName: 'mint', args: [wallet.to, 300n] })
    const byWallet = { from: wallet.to }
    const wrong = await sign(byWallet, otherAccount)
    expect((await submit(wrong, byWallet)).failure).toMatchObject(invalid)
    expect((await submit(await sign(byWallet), byWallet)).status).toBe('success')
    expect(await balanceOf(tokens.usdc, other)).toBe(300n)
  })

  test('behavior: is valid between its two times, exclusive', async () => {
    const { chain } = fixture
    const now = chain.now()
    const window = { validAfter: now + 100n, validBefore: now + 200n }
    const signature = await sign(window)
    const outcomes: (string | null | undefined)[] = []
    for (const seconds of [100n, 200n, 101n]) {
      chain.setNextTimestamp(now + seconds)
      outcomes.push((await submit(signature, window)).failure?.name)
    }
    expect(outcomes).toEqual([
      'SignedTestTokenAuthorizationNotYetValid',
      'SignedTestTokenAuthorizationExpired',
      undefined,
    ])
  })

  test.each<Change>([
    { from: otherAccount.address },
    { value: 301n },
    { validAfter: 1n },
    { validBefore: anyTime.validBefore - 1n },
    { nonce: `0x${'5b'.repeat(32)}` },
    { from: zero },
  ])('error: refuses a change of %o after signing', async (change) => {
    expect((await submit(await sign(), change)).failure).toMatchObject(invalid)
  })

  test('error: refuses another payee', async () => {
    const { failure } = await submit(await sign(), { to: relayer }, relayer)
    expect(failure).toMatchObject(invalid)
  })

  test('error: refuses a signature for the other function', async () => {
    const isTransfer = kind === 'TransferWithAuthorization'
    const type = isTransfer ? 'ReceiveWithAuthorization' : 'TransferWithAuthorization'
    const { failure } = await submit(await sign({}, ownerAccount, type))
    expect(failure).toMatchObject(invalid)
  })

  test('error: refuses a second use, and the signature with a high s', async () => {
    const signature = await sign()
    expect((await submit(toHighS(signature))).failure).toMatchObject(invalid)
    await submit(signature)
    expect((await submit(signature)).failure).toMatchObject({
      name: 'SignedTestTokenAuthorizationUsed',
      args: [owner, aNonce],
    })
  })

  test('error: an amount above the balance leaves the authorization unused', async () => {
    const { chain, tokens } = fixture
    const tooMuch = { value: 1_001n }
    const signature = await sign(tooMuch)
    expect((await submit(signature, tooMuch)).failure?.name).toBe('ERC20InsufficientBalance')
    await chain.mustSend({ ...tokens.usdc, functionName: 'mint', args: [owner, 1n] })
    expect((await submit(signature, tooMuch)).status).toBe('success')
  })

  test(`${thirdPartyError ? 'error: refuses' : 'behavior: accepts'} a submitter other than the payee`, async () => {
    const { failure } = await submit(await sign(), {}, relayer)
    expect(failure?.name).toBe(thirdPartyError)
  })
}
