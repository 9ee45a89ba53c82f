import { type Static, Type } from 'typebox'
import { totalBps } from '../../lib/money.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import {
  boolean,
  integer,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import { maxRecipients, recipientRoles, splitStatuses } from './split.js'

const label = Type.Optional(text('Display name, at most 80 characters'))

const SplitRecipient = namedObject('SplitRecipient', {
  address: Type.String(),
  sharesBps: integer('50 is 0.5 %'),
  role: Type.Enum(recipientRoles, { type: 'string' }),
  label,
})

export const SplitConfig = namedObject('SplitConfig', {
  address: text('Address of the contract'),
  chainId: Type.Integer(),
  kind: Type.Literal('pull', { description: 'Recipients withdraw their shares' }),
  recipients: Type.Array(SplitRecipient),
  totalBps: Type.Literal(totalBps),
  owner: text('Wallet of the merchant'),
  deployedTx: orNull(
    Type.String(),
    'Hash of our deployment transaction once it is mined, otherwise null',
  ),
  status: Type.Enum(splitStatuses, {
    type: 'string',
    description:
      '`planned`: deployed with its first distribution. `pending`: its deployment is under way. `failed`: its deployment failed; the next distribution retries it. Payments to its address are safe in every status and wait there.',
  }),
  version: integer("Number of the merchant's split, starting at 1"),
  createdAt: integer('Unix ms'),
})
export type SplitConfig = Static<typeof SplitConfig>

export const SplitConfigResponse = okResponse('SplitConfigResponse', {
  configured: boolean(
    'Whether there is a split, deployed or not. Its address is valid for payments.',
  ),
  split: orNull(SplitConfig),
  warning: Type.Optional(
    text(
      "Present when the merchant has no split and its wallet is a contract, which may refuse payments in the chain's native token",
    ),
  ),
  ...DegradedFields,
})

/** Declares types only. `check-split.ts` checks values and gives better messages. */
export const SplitDeployment = namedObject('SplitDeployment', {
  recipients: Type.Array(
    Type.Object({
      address: Type.String(),
      sharesBps: number('A whole number from 1 to 10000; 50 is 0.5 %'),
      label,
    }),
    {
      description: `1 to ${maxRecipients} recipients, including the platform. Shares must sum to 9950, or to 10000, which is scaled down. The platform's 50 are added.`,
    },
  ),
  address: Type.Optional(
    text(
      'Address of a split contract deployed by our factory that pays your wallet. Omit it for a new one.',
    ),
  ),
  salt: Type.Optional(text('Salt of the contract at `address`, if you deployed it yourself')),
  chainId: Type.Optional(number('Chain that payments settle on')),
  deploy: Type.Optional(
    text(
      '`now` deploys the contract at once. Omit it to deploy the contract with its first distribution.',
    ),
  ),
})
export type SplitDeployment = Static<typeof SplitDeployment>

export const SplitDeployed = okResponse('SplitDeployed', { split: SplitConfig })

export const WithdrawGone = namedObject('WithdrawGone', {
  error: Type.Literal('gone'),
  message: Type.String(),
  splitAddress: orNull(Type.String(), "Address of the merchant's split contract, or null"),
  abi: Type.Array(Type.String(), { description: 'Functions to call on the contract' }),
})
