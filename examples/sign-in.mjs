// Signs in as the owner of the demo shop, and prints the cookie and the CSRF token for use with curl.
// Start the sandbox first, with the same DATA_DIR. Usage: eval "$(node examples/sign-in.mjs)"
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

const demoFile = join(process.env.DATA_DIR || '.data', 'demo.json')
const { baseUrl, merchantPrivateKey } = JSON.parse(readFileSync(demoFile, 'utf8'))
const account = privateKeyToAccount(merchantPrivateKey)
const { nonce } = await (await fetch(`${baseUrl}/api/auth/nonce`)).json()
const place = { domain: new URL(baseUrl).host, uri: baseUrl, version: '1', chainId: 84532 }
const message = createSiweMessage({ address: account.address, nonce, ...place })
const response = await fetch(`${baseUrl}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message, signature: await account.signMessage({ message }) }),
})
const { csrfToken } = await response.json()
const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
console.log(`COOKIE='${cookies.join('; ')}' CSRF='${csrfToken}'`)
