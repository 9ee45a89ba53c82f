import { type Static, Type } from 'typebox'
import { maxRecipients, recipientRoles, splitStatuses, totalBps } from './split.js'

const text = (description: string) => Type.String({ description })
const label = Type.Optional(text('What people call them, at most 80 characters'))

const SplitRecipient = Type.Object(
  {
    address: Type.String(),
    sharesBps: Type.Integer({ description: '50 is 0.5 %' }),
    role: Type.Enum(recipientRoles, { type: 'string' }),
    label,
  },
  { title: 'SplitRecipient' },
)

export const SplitConfig = Type.Object(
  {
    address: text('The contract'),
    chainId: Type.Integer(),
    kind: Type.Literal('pull', { description: 'Recipients fetch their shares' }),
    recipients: Type.Array(SplitRecipient),
    totalBps: Type.Literal(totalBps),
    owner: text('The merchant'),
    deployedTx: Type.Union([Type.String(), Type.Null()], {
      description: 'The transaction in which we deployed it, if we did and it is in a block',
    }),
    status: Type.Enum(splitStatuses, {
      type: 'string',
      description: 'pending: not on chain yet; what is sent to its address is safe and waits there',
    }),
    version: Type.Integer({ description: "Counts the merchant's splits, from 1" }),
    createdAt: Type.Integer({ description: 'Unix ms' }),
  },
  { title: 'SplitConfig' },
)
export type SplitConfig = Static<typeof SplitConfig>

export const SplitConfigAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    configured: Type.Boolean(),
    split: Type.Union([SplitConfig, Type.Null()]),
  },
  { title: 'SplitConfigAnswer' },
)

/** Says what types values have; which values are good is for `check-split.ts`, which explains itself better. */
export const SplitDeployment = Type.Object(
  {
    recipients: Type.Array(
      Type.Object({
        address: Type.String(),
        sharesBps: Type.Number({ description: 'A whole number from 1 to 10000; 50 is 0.5 %' }),
        label,
      }),
      {
        description: `1 to ${maxRecipients}, the platform among them. Shares sum to 9950, or to 10000, which is scaled down; the platform's 50 are added.`,
      },
    ),
    address: Type.Optional(
      text('A split contract of ours that is on chain already. Without it one is deployed for you'),
    ),
    salt: Type.Optional(
      text(
        'What our factory was given to make the contract at address, if it was not we who chose it',
      ),
    ),
    chainId: Type.Optional(Type.Number({ description: 'The chain that payments are settled on' })),
  },
  { title: 'SplitDeployment' },
)
export type SplitDeployment = Static<typeof SplitDeployment>

export const SplitDeployed = Type.Object(
  { ok: Type.Literal(true), split: SplitConfig },
  { title: 'SplitDeployed' },
)

export const WithdrawGone = Type.Object(
  {
    error: Type.Literal('gone'),
    message: Type.String(),
    splitAddress: Type.Union([Type.String(), Type.Null()], {
      description: "The merchant's split contract, if there is one",
    }),
    abi: Type.Array(Type.String(), { description: 'What to call there' }),
  },
  { title: 'WithdrawGone' },
)
