// Subscribes the demo buyer of the sandbox to a plan of the demo shop, and prints the id of the subscription.
// Start the sandbox first, with the same DATA_DIR. Usage: node examples/subscribe.mjs [planId]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, createSpendPermission } from '@tallystick/sdk'
import { createWalletClient, http, parseAbi, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia as chain } from 'viem/chains'

const demoFile = join(process.env.DATA_DIR || '.data', 'demo.json')
const demo = JSON.parse(readFileSync(demoFile, 'utf8'))
const client = createClient({ baseUrl: demo.baseUrl, apiKey: demo.apiKey })
const id = process.argv[2] ?? demo.planId
const plans = await client.subscriptions.plans.list(demo.merchantWallet)
const plan = plans.find(({ planId }) => planId === id)
if (!plan)
  throw new Error(`The demo shop has no active plan ${id}. Pass the id of one that it has.`)
const { manager, token, allowance } = plan.permission

// The customer approves a year of charges, once.
const account = privateKeyToAccount(demo.buyerPrivateKey)
const transport = http(demo.chain.rpcUrl)
const customer = createWalletClient({ account, chain, transport }).extend(publicActions)
const abi = parseAbi(['function approve(address spender, uint256 units) returns (bool)'])
const args = [manager, 12n * BigInt(allowance)]
const hash = await customer.writeContract({ address: token, abi, functionName: 'approve', args })
await customer.waitForTransactionReceipt({ hash })

// The customer signs the permission. The sandbox clock may be ahead of yours.
const start = Math.floor((await client.ping()).time / 1000)
const { permissionData, typedData } = createSpendPermission({
  plan,
  account: account.address,
  start,
})
const { subscriptionId } = await client.subscriptions.create({
  planId: plan.planId,
  customerWallet: account.address,
  permissionData,
  permissionSignature: await account.signTypedData(typedData),
})
console.log(`SUBSCRIPTION=${subscriptionId}`)
