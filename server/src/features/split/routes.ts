import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { AppError } from '../../lib/errors.js'
import { checksumAddress } from '../../lib/hex.js'
import { recallFrom } from '../../platform/degraded/recall-from.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { countJobStart } from '../jobs/count-job-start.js'
import { describeJob } from '../jobs/describe-job.js'
import { JobResponse } from '../jobs/schemas.js'
import { startJob } from '../jobs/start-job.js'
import { deploySplit } from './deploy-split.js'
import type { DeploymentJobInput } from './deployment-job.js'
import { findCancelable } from './find-deployment.js'
import { findSplit } from './find-split.js'
import { describeSplit, getSplitConfig, rememberSplit } from './get-split-config.js'
import { SplitConfigResponse, SplitDeployed, SplitDeployment, WithdrawGone } from './schemas.js'

/** The contract functions a recipient calls, in human-readable ABI notation. */
const releaseAbi = [
  'function release(address token, address account) returns (uint256)',
  'function release(address account) returns (uint256)',
  'function distribute(address token) returns (uint256)',
] as const

/** Ignored, so that a split can be sent back as it was received. */
const returnedFields = [
  ...['kind', 'totalBps', 'owner', 'deployedTx', 'status', 'version', 'createdAt'],
  'recipients[].role',
]

/** The split contract of a merchant. */
const splitRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  app.get(
    '/api/split/deploy',
    {
      config: { outage: 'recall', guard: anyOf(developer(), session({ may: 'split:read' })) },
      schema: {
        summary: 'Get the split',
        response: { 200: SplitConfigResponse },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      return { ok: true as const, ...(await getSplitConfig(recalling, merchant)), ...mark() }
    },
  )

  app.post(
    '/api/split/deploy',
    {
      config: {
        outage: 'refuse',
        guard: session({ may: 'split:write', needsStepUp: true }),
        unreportedFields: returnedFields,
      },
      schema: {
        summary: 'Set the split for new receipts',
        description:
          'Omit `address` for a new contract. The response contains its address, which is valid for payments at once. The contract is deployed with its first distribution, or at once with `deploy: "now"`. A contract belongs to one merchant. Existing receipts keep their split. Sending the current split again, as you received it, changes nothing, except that `deploy: "now"` deploys it.',
        body: SplitDeployment,
        response: { 200: SplitDeployed },
      },
    },
    async (request) => {
      // Merchants cost nothing, so their own limit is not enough.
      const network = access.hashNetwork(request.ip)
      const counting = { limiter: access.limiter, config: ctx.config }
      await requireCall(counting, 'new-splits', { network })
      const split = await deploySplit(ctx, { by: principalOf(request), body: request.body })
      return { ok: true as const, split: await describeSplit(ctx, split) }
    },
  )

  app.post(
    '/api/jobs/deployment',
    {
      config: {
        outage: 'refuse',
        guard: session({ may: 'split:write', needsStepUp: true }),
        unreportedFields: returnedFields,
        idempotent: {},
      },
      schema: {
        tags: ['jobs'],
        summary: 'Set the split, deploy it at once and follow the deployment',
        description:
          'Takes the body of POST /api/split/deploy, always with `deploy: "now"`. Once it has responded, the split is set. The job ends when its contract is on chain. It can be canceled until its transaction is signed; the contract is then deployed with its first distribution.',
        body: SplitDeployment,
        response: { 202: JobResponse },
      },
    },
    async (request, reply) => {
      const by = principalOf(request)
      await countJobStart(ctx, { access, request })
      const network = access.hashNetwork(request.ip)
      await requireCall({ limiter: access.limiter, config: ctx.config }, 'new-splits', { network })
      // First, because setting the same split again changes nothing. A job without one would fail.
      const split = await deploySplit(ctx, { by, body: { ...request.body, deploy: 'now' } })
      const id = newIdFor(ctx, { request, prefix: 'job' })
      const input: DeploymentJobInput = {
        address: split.address,
        transactionId: await findCancelable(ctx, split),
      }
      const job = await startJob(ctx, { by, id, kind: 'deployment', input })
      return reply.code(202).send({ ok: true as const, ...describeJob(ctx, job) })
    },
  )

  app.post(
    '/api/split/withdraw',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer(), session({ may: 'split:read' })),
        deprecated: { sunset: '2027-06-01' },
      },
      schema: {
        summary: 'Withdraw shares (removed)',
        description: 'Recipients call `release` on the split contract instead.',
        response: { 410: WithdrawGone },
      },
    },
    async (request) => {
      const split = await findSplit(ctx, merchantOf(request))
      throw new AppError(
        'gone',
        'Withdrawals through the API were removed. Call release on the split contract.',
        {
          fields: { splitAddress: split && checksumAddress(split.address), abi: releaseAbi },
        },
      )
    },
  )
}

export const splitFeature: Feature<{ access: Access }> = {
  tag: 'split',
  routes: [splitRoutes],
  snapshot: { merchant: rememberSplit },
}
