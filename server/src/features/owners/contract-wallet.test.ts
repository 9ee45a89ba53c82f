import type { TypedDataDefinition } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEvmNode, walletCode } from '../../../test/fixtures/servers/evm-node.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { aMessage, login, signIn } from '../../../test/sign-in.js'

const signer = privateKeyToAccount(`0x${'66'.repeat(32)}`)
const thirdParty = privateKeyToAccount(`0x${'77'.repeat(32)}`)
const wallet = '0x00000000000000000000000000000000c0ffee05'

let node: Awaited<ReturnType<typeof startEvmNode>>
let app: TestApp
beforeAll(async () => {
  node = await startEvmNode({
    [wallet]: walletCode(signer.address.toLowerCase() as `0x${string}`),
  })
  app = await createTestApp({ environment: { CHAIN_RPC_URL: node.url } })
})
afterAll(async () => {
  await app.close()
  await node.close()
})

/** Signs in as the contract wallet and returns the headers of its session. */
async function signInContract(): Promise<Record<string, string>> {
  const { nonce } = (await app.inject('/api/auth/nonce')).json()
  const message = aMessage({ address: wallet, nonce })
  const signature = await signer.signMessage({ message })
  const response = await app.inject(login({ message, signature }))
  expect(response.statusCode, response.body).toBe(200)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { cookie, 'x-csrf-token': response.json().csrfToken }
}

test('behavior: a contract wallet signs ownership messages where it can sign in', async () => {
  const privateKey = generatePrivateKey()
  const owner = await signIn(app, { privateKey })
  const account = privateKeyToAccount(privateKey)
  const { headers } = owner
  const url = `/api/owner/message?action=transfer&other=${wallet}`
  const typedData = (await app.inject({ url, headers })).json().typedData as TypedDataDefinition
  const { nonce, expiresAt } = typedData.message
  const transferSignedBy = async (signingAccount: typeof signer) => {
    const payload = {
      newOwner: wallet,
      nonce,
      expiresAt,
      ownerSignature: await account.signTypedData(typedData),
      newOwnerSignature: await signingAccount.signTypedData(typedData),
    }
    return app.inject({ method: 'POST', url: '/api/owner/transfer', headers, payload })
  }

  expect((await transferSignedBy(thirdParty)).json()).toMatchObject({ error: 'forbidden' })
  expect((await transferSignedBy(signer)).json()).toMatchObject({ ok: true })
  const members = await app.inject({
    url: `/api/members?wallet=${owner.wallet}`,
    headers: await signInContract(),
  })
  expect(members.json().members).toMatchObject([{ role: 'owner' }])
})
