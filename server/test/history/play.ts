import { ChainDisagrees } from '../../src/features/payments/index/read-logs.js'
import { createWatcher, type Watcher } from '../../src/features/settlement/round.js'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/time.js'
import { LostLease } from '../../src/platform/jobs/isolate.js'
import type { TestApp } from '../harness.js'
import { createAnnouncer } from './announcements.js'
import type { ModelTransaction } from './chain.js'
import { checkPaidOut, checkWaiting } from './checks.js'
import { createMempool } from './mempool.js'
import { finalAfter, NodeAway } from './nodes.js'
import { chooseDeception, choosePayment, eurc, thirdParty, usdc, usdt } from './payments.js'
import { createRelayer } from './relayer.js'
import type { Scene } from './scene.js'
import { chooseMeddling } from './third-party.js'

/** The time between two rounds once all nodes respond. */
const roundMs = 20_000

/** Creates the random events of a history. */
export function createPlay(
  scene: Scene,
  bench: { app: TestApp; choose: (below: number) => number },
) {
  const { ctx, nodes, owed: debts } = scene
  const { app, choose } = bench
  const signal = new AbortController().signal
  const relayer = createRelayer(scene)
  let watcher = createWatcher(ctx, nodes.chain)
  const announce = createAnnouncer(scene, bench)
  const {
    pending: pool,
    submitted,
    submit,
    callByThirdParty,
    takeSome,
    unknownHash,
  } = createMempool(choose)

  const pick = <Item>(items: readonly Item[]): Item => items[choose(items.length)] as Item
  const receipt = () => pick(debts)

  const runRound = (watcher: Watcher) => watcher.runRound(signal).catch(requireExpected)
  const watchAsRelayer = () => relayer.watch().catch(requireExpected)

  /** Replaces blocks. Their transactions return in another order, later, or never. */
  function reorganize(): void {
    const { length } = nodes.blocks()
    const depth = Math.min(1 + choose(8), length - 1)
    if (depth === 0) return
    const lostBlocks = nodes.blocks().slice(length - depth)
    const isNoise = ({ actions }: ModelTransaction) => actions[0]?.kind === 'noise'
    const returned = lostBlocks
      .flatMap(({ transactions }) => transactions)
      .filter((transaction) => !isNoise(transaction))
    // The relayer sends its own transactions again.
    pool.push(...returned.filter((transaction) => relayer.isOurs(transaction) || choose(4) > 0))
    const batches = Array.from({ length: depth + choose(3) }, () => takeSome(choose(4)))
    const branch = nodes.replace(depth, batches)
    if (choose(3) === 0) {
      nodes.setNode(choose(2), { kind: 'astray', branch, from: length - depth })
      nodes.behavior.isFickle = choose(3) > 0
    }
  }

  /** Moves a node to a branch of its own, with transactions that may exist only there. */
  function leadAstray(): void {
    const { length } = nodes.blocks()
    const from = Math.max(1, length - choose(5))
    const branch = [...nodes.blocks().slice(0, from)]
    const waiting = pool.filter(() => choose(2) === 0)
    for (let rounds = length - from + choose(4); rounds > 0; rounds -= 1) {
      branch.push(nodes.build(branch.at(-1) ?? null, waiting.splice(0, choose(3))))
    }
    nodes.setNode(choose(2), { kind: 'astray', branch, from })
    nodes.behavior.isFickle = choose(3) > 0
  }

  /** Pays a receipt. Most buyers pay on the page, which announces their transactions. */
  async function pay(): Promise<void> {
    const { id, drafts } = choosePayment(debts, choose)
    for (const draft of drafts) {
      const { hash, from } = submit(draft)
      if (choose(3) > 0) await announce({ receiptId: id, hash }, from)
    }
  }

  /** Announces any transaction for any receipt, perhaps again. */
  async function announceAny(): Promise<void> {
    const hash = choose(4) === 0 || submitted.length === 0 ? unknownHash() : pick(submitted).hash
    await announce({ receiptId: receipt().id, hash }, pick([receipt().buyer, thirdParty]))
  }

  /** Sends and announces a transaction that only seems to pay a receipt. */
  async function deceive(): Promise<void> {
    const { receiptId, draft } = chooseDeception(debts, choose)
    await announce({ receiptId, hash: submit(draft).hash }, thirdParty)
  }

  /** Moves money of the merchant, or adds a little, as a third party. */
  function meddle(): void {
    for (const actions of chooseMeddling(scene, choose)) callByThirdParty(...actions)
  }

  function changeNode(): void {
    const which = choose(2)
    const kinds = [
      { kind: 'follows' },
      { kind: 'follows' },
      { kind: 'away' },
      { kind: 'behind', blocks: 1 + choose(6) },
    ] as const
    nodes.setNode(which, pick(kinds))
    nodes.behavior.isFickle = choose(2) === 0
    nodes.behavior.repeatsLogs = choose(5) === 0
  }

  /** Makes the nodes omit transfers to an address, or list them again. */
  function forget(): void {
    nodes.forget(receipt().deposit.address, choose(2) === 0)
  }

  /** Flushes every token, so that each transfer is known by itself or by its flush. */
  function flushAll(): void {
    for (const { deposit } of debts) {
      const { receiptKey, payoutAddress } = deposit
      for (const token of [usdc, usdt, eurc]) {
        callByThirdParty({ kind: 'flush', receiptKey, payoutAddress, token })
      }
    }
  }

  /**
   * Mines blocks. The relayer checks the chain only half of the time, so the database may be stale.
   */
  async function mine(): Promise<void> {
    for (let rounds = choose(4); rounds > 0; rounds -= 1) nodes.append(takeSome(1 + choose(3)))
    if (choose(2) === 0) await watchAsRelayer()
  }

  /**
   * Replaces the relayer's key. Nodes may drop the transactions of the former one, or mine them
   * later.
   */
  function rotateKey(): void {
    relayer.rotateKey()
    const kept = pool.filter((transaction) => !relayer.isFormer(transaction) || choose(2) === 0)
    pool.splice(0, pool.length, ...kept)
  }

  async function sendPlanned(): Promise<void> {
    pool.push(...(await relayer.send()))
  }

  function restart(): void {
    watcher = createWatcher(ctx, nodes.chain)
  }

  /** Runs two watchers that both believe they lead. */
  async function runTwoWatchers(): Promise<void> {
    await Promise.all([runRound(watcher), runRound(createWatcher(ctx, nodes.chain))])
  }

  /** Advances both clocks. Outgoing transactions use the database clock. */
  async function advance(ms: number): Promise<void> {
    app.ctx.clock.advance(ms)
    await ctx.db.query('update outgoing_transactions set state_since = state_since - $1', [ms])
  }

  const events: (() => void | Promise<void>)[] = [
    pay,
    pay,
    pay,
    pay,
    announceAny,
    deceive,
    mine,
    mine,
    mine,
    reorganize,
    leadAstray,
    changeNode,
    forget,
    meddle,
    meddle,
    sendPlanned,
    sendPlanned,
    watchAsRelayer,
    rotateKey,
    restart,
    runTwoWatchers,
    () => advance(120_000),
  ]

  return {
    watch: () => runRound(watcher),
    /** Runs a random event, then usually a round. Returns whether the round ran. */
    async step(): Promise<boolean> {
      await pick(events)()
      if (choose(5) < 2) return false
      await runRound(watcher)
      return true
    },
    /** Repairs all nodes and runs until everything is settled. */
    async finish(): Promise<void> {
      nodes.setNode(0, { kind: 'follows' })
      nodes.setNode(1, { kind: 'follows' })
      Object.assign(nodes.behavior, { isFickle: false, repeatsLogs: false })
      restart()
      while (pool.length > 0) nodes.append(takeSome(100))
      if (choose(4) === 0) await sellAmidMeddling()
      flushAll()
      await settle(HOUR_MS)
      for (let rounds = finalAfter; rounds > 0; rounds -= 1) nodes.append([])
      while ((await watcher.runRound(signal)).isBehind);
    },
  }

  /**
   * Runs rounds of `ms` each until nothing is sent. A distribution may be planned only once an
   * earlier one has ended.
   */
  async function settle(ms: number): Promise<void> {
    let quiet = 0
    for (let round = 0; quiet < 2 && round < 20; round += 1) {
      await playRound(ms)
      quiet = pool.length > 0 ? 0 : quiet + 1
    }
  }

  async function playRound(ms: number): Promise<void> {
    for (const batch of [takeSome(100), [], []]) nodes.append(batch)
    await relayer.watch()
    await advance(ms)
    while ((await watcher.runRound(signal)).isBehind);
    // Native token found in one round is flushed in the next.
    await watcher.runRound(signal)
    await sendPlanned()
  }

  async function playTwoMinutes(): Promise<void> {
    for (let ms = 0; ms < 2 * MINUTE_MS; ms += roundMs) await playRound(roundMs)
  }

  function payInFull(): void {
    const { deposit, dueMicros: units, buyer: from } = receipt()
    const { address: to } = deposit
    nodes.forget(to, false)
    const token = pick([usdc, usdt])
    submit({ from, to: token, value: 0n, actions: [{ kind: 'transfer', token, to, units }] })
  }

  /**
   * Sells while third parties act, and requires that money is paid out two minutes after its
   * threshold allows it.
   */
  async function sellAmidMeddling(): Promise<void> {
    await settle(HOUR_MS)
    for (let rounds = 2 + choose(4); rounds > 0; rounds -= 1) {
      if (choose(2) === 0) payInFull()
      if (choose(3) > 0) meddle()
      await playRound(roundMs)
    }
    payInFull()
    await playTwoMinutes()
    if (ctx.config.settleMinUsd === 0) return checkPaidOut(scene)
    await checkWaiting(scene)
    await advance(ctx.config.settleWithinHours * HOUR_MS)
    await playTwoMinutes()
    await checkWaiting(scene)
  }
}

/** @throws the error, unless unreliable nodes can cause it. */
function requireExpected(error: unknown): void {
  const isExpected =
    error instanceof NodeAway || error instanceof ChainDisagrees || error instanceof LostLease
  if (!isExpected) throw error
}
