import { AppError } from '../../lib/errors.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import type { JobRunner } from '../jobs/job-runner.js'
import { findDeployment, getDeployment } from './find-deployment.js'
import { findSplitAt } from './find-split.js'

export type DeploymentJobInput = {
  address: Address
  /** The transaction that can be canceled with it, or null. */
  transactionId: string | null
}

const lookAgainMs = 1_500
/** Planned, signed, sent, mined. */
const steps: readonly OutgoingState[] = ['planned', 'signed', 'sent', 'mined']

/** Follows the deployment of a split, which the relayer sends, until it is on chain or failed. */
export const deploymentJob: JobRunner = {
  kind: 'deployment',
  async run(ctx, run) {
    const { merchant, input } = run.job
    const { address } = input as DeploymentJobInput
    const split = await findSplitAt(ctx, { merchant, address })
    if (!split) throw new AppError('not_found', 'The split of this deployment is gone.')
    const { status, deployedTx } = await getDeployment(ctx, split)
    if (status === 'deployed') {
      run.report({ total: steps.length })
      const result = { address: checksumAddress(address), transactionHash: deployedTx }
      return { kind: 'done', result }
    }
    if (status === 'failed') {
      throw new AppError(
        'conflict',
        'The transaction failed. The split is deployed with its next distribution; payments to its address are safe.',
      )
    }
    if (status === 'planned') {
      throw new AppError(
        'conflict',
        'The deployment was canceled. The split is deployed with its first distribution.',
      )
    }
    const state = (await findDeployment(ctx, split))?.outgoing.state ?? 'planned'
    run.report({ done: Math.max(0, steps.indexOf(state)), total: steps.length })
    return { kind: 'later', runAt: unixMs(ctx.now() + lookAgainMs) }
  },
}
