import { SimpleStateManager } from '@ethereumjs/statemanager'
import {
  bytesToHex,
  createAccount,
  createContractAddress,
  createAddressFromString as from20,
  hexToBytes,
} from '@ethereumjs/util'
import { createVM, runTx } from '@ethereumjs/vm'
import {
  type Address,
  encodeDeployData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  parseEther,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getArtifact } from './artifact.js'
import {
  type Call,
  type Contract,
  findFailure,
  type Outcome,
  requireSuccess,
  toCalldata,
  toOutcome,
  toReturned,
} from './call.js'
import { common, toBlock, toRunnable } from './machine.js'

export type TestChain = Awaited<ReturnType<typeof createTestChain>>

const blockSeconds = 2n
const defaultGas = 16_000_000n
const sender = accountAt(0).address

/** Ten accounts that can sign, with 1,000 native tokens each. They are the same on every chain. */
export const accounts = Array.from({ length: 10 }, (_, index) => accountAt(index))

/** Returns a contract of ours at an address. */
export function at(name: string, address: Address): Contract {
  return { to: getAddress(address), abi: getArtifact(name).abi }
}

/** Creates an in-process chain with one transaction per block. */
export async function createTestChain() {
  const state = new SimpleStateManager({ common })
  const vm = await createVM({ common, stateManager: state })
  const snapshots: { number: bigint; timestamp: bigint }[] = []
  let number = 1n
  let timestamp = 1_750_000_000n

  for (const { address } of accounts) await setBalance(address, parseEther('1000'))

  async function transact(data: Hex, call: Omit<Call, 'to'> & { to?: Address }) {
    const { value = 0n, gas = defaultGas, to } = call
    const from = from20(call.from ?? sender)
    const nonce = (await state.getAccount(from))?.nonce ?? 0n
    const transaction = { from, nonce, data, value, gas, ...(to && { to }) }
    number += 1n
    timestamp += blockSeconds
    const result = await runTx(vm, toRunnable(transaction, number, timestamp))
    return { ...result, created: createContractAddress(from, nonce).toString() }
  }

  async function send(call: Call): Promise<Outcome> {
    return toOutcome(call, await transact(toCalldata(call), call))
  }

  /** Sends a call and throws if it reverts. */
  async function mustSend(call: Call): Promise<Outcome> {
    const outcome = await send(call)
    requireSuccess(call.functionName ?? 'a call', outcome.failure)
    return outcome
  }

  /** Calls a view function and returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what its function returns
  async function read(call: Call): Promise<any> {
    const { execResult } = await vm.evm.runCall({
      block: toBlock(number, timestamp),
      caller: from20(call.from ?? sender),
      to: from20(call.to),
      data: hexToBytes(toCalldata(call)),
      gasLimit: call.gas ?? defaultGas,
      isStatic: true,
    })
    // Keeps the slots cold, because a warm slot would change the gas of the next transaction.
    await vm.evm.journal.cleanup()
    state.originalStorageCache.clear()
    requireSuccess(call.functionName ?? 'a call', findFailure(execResult))
    return toReturned(call, execResult)
  }

  async function deploy(name: string, args: readonly unknown[] = []) {
    const { abi, bytecode } = getArtifact(name)
    const result = await transact(encodeDeployData({ abi, bytecode, args }), {})
    requireSuccess(`the constructor of ${name}`, findFailure(result.execResult))
    return { ...at(name, result.created), gasUsed: result.totalGasSpent }
  }

  /** Places runtime code at an address. No constructor runs, and storage is unchanged. */
  async function setCode(address: Address, name: string): Promise<Contract> {
    await state.putCode(from20(address), hexToBytes(getArtifact(name).deployedBytecode))
    return at(name, address)
  }

  async function getCode(address: Address): Promise<Hex> {
    return bytesToHex(await state.getCode(from20(address)))
  }

  /** Returns a balance of native token, or of a token. */
  async function getBalance(account: Address, token?: Address): Promise<bigint> {
    if (token === undefined) return (await state.getAccount(from20(account)))?.balance ?? 0n
    return read({ to: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  }

  async function setBalance(address: Address, balance: bigint): Promise<void> {
    const account = (await state.getAccount(from20(address))) ?? createAccount({})
    account.balance = balance
    await state.putAccount(from20(address), account)
  }

  /** Saves the state. Snapshots nest, and `revert` restores and drops the latest. */
  async function snapshot(): Promise<void> {
    snapshots.push({ number, timestamp })
    await state.checkpoint()
  }

  async function revert(): Promise<void> {
    const kept = snapshots.pop()
    if (kept === undefined) throw new Error('There is no snapshot to restore.')
    number = kept.number
    timestamp = kept.timestamp
    await state.revert()
  }

  /** Sets the Unix time of the next transaction, in seconds. */
  function setNextTimestamp(seconds: bigint): void {
    timestamp = seconds - blockSeconds
  }

  return {
    chainId: Number(common.chainId()),
    accounts,
    send,
    mustSend,
    read,
    deploy,
    setCode,
    getCode,
    getBalance,
    setBalance,
    snapshot,
    revert,
    setNextTimestamp,
    now: () => timestamp,
  }
}

function accountAt(index: number) {
  return privateKeyToAccount(keccak256(stringToHex(`account ${index}`)))
}
