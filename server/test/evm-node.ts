import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEVM } from '@ethereumjs/evm'
import { createAddressFromString, hexToBytes } from '@ethereumjs/util'

type Hex = `0x${string}`
type Call = { to?: Hex; data?: Hex }

/** A chain of one state and no blocks: a real EVM behind JSON-RPC, to ask contracts questions. */
export async function startEvmNode(contracts: Record<Hex, Hex>): Promise<{
  url: string
  close(): Promise<void>
}> {
  const evm = await createEVM()
  for (const [address, code] of Object.entries(contracts)) {
    await evm.stateManager.putCode(createAddressFromString(address), hexToBytes(code as Hex))
  }

  async function answer(method: string, params: unknown[]): Promise<Hex> {
    if (method === 'eth_chainId') return '0x14a34'
    if (method !== 'eth_call') throw new Error(`${method} is not known here`)
    const { to, data = '0x' } = params[0] as Call
    const { execResult } = await evm.runCall({
      ...(to && { to: createAddressFromString(to) }),
      data: hexToBytes(data),
      gasLimit: 10_000_000n,
      skipBalance: true,
    })
    if (execResult.exceptionError) throw new Error('execution reverted')
    return `0x${Buffer.from(execResult.returnValue).toString('hex')}`
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    const outcome = await answer(method, params).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: 3, message: error.message } }),
    )
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Code of a wallet that vouches (EIP-1271) for what its owner signed: it recovers the signer of the hash it is
 * asked about and compares.
 */
export function walletCode(owner: Hex): Hex {
  const recover = [
    '600435600052', // hash to memory 0
    '60a43560f81c602052', // v to 32
    '606435604052', // r to 64
    '608435606052', // s to 96
    '60206000608060006001', // ecrecover: 128 bytes in at 0, 32 out at 0
    '5afa50',
  ]
  const compare = ['600051', `73${owner.slice(2)}`, '14']
  const respond = ['631626ba7e02', '60e01b600052', '60206000f3']
  return `0x${[...recover, ...compare, ...respond].join('')}`
}

/** Code of a factory that, whatever it is called with, deploys `code` by CREATE2 with salt 0. */
export function factoryCode(code: Hex): { factory: Hex; initCode: Hex } {
  const size = (hex: string) => (hex.length / 2).toString(16).padStart(4, '0')
  const runtime = code.slice(2)
  // 12 bytes that copy what follows them to memory and return it, as constructors do.
  const init = `61${size(runtime)}80600c6000396000f3${runtime}`
  // 19 bytes that copy what follows them to memory and deploy it.
  const deploy = `61${size(init)}6013600039600061${size(init)}60006000f500`
  return { factory: `0x${deploy}${init}`, initCode: `0x${init}` }
}
