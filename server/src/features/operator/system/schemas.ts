import { Type } from 'typebox'
import { alertNames } from '../../../platform/alerts/alert-names.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../../platform/http/schemas.js'

export const AlertList = okResponse('AlertList', {
  alerts: Type.Array(
    namedObject('ActiveAlert', {
      name: namedEnum('AlertName', alertNames, 'See docs/operations.md'),
      key: orNull(text('Distinguishes incidents of one name, such as the name of a job')),
      message: Type.String(),
      since: time('when it began'),
    }),
    { description: 'The oldest first' },
  ),
  checks: Type.Array(
    namedObject('SystemCheck', { name: Type.String(), ok: boolean('By its last sample') }),
    { description: 'Every subsystem that the service samples' },
  ),
})

const RecurringJob = namedObject('RecurringJob', {
  job: text('Name of the job'),
  everyMs: integer('Interval'),
  isRunning: boolean('A process runs it now'),
  isOverdue: boolean('It missed two runs: no worker runs it'),
  nextRunAt: time('when it is due'),
  lastRunAt: orNull(time('when the last run ended; null before the first')),
  lastDurationMs: orNull(integer('How long it took')),
  lastError: orNull(text('Why the last run failed, or null')),
  lastFailedAt: orNull(time('when a run failed last')),
  failures: integer('Failed runs since the last good one'),
})

export const JobList = okResponse('RecurringJobs', { jobs: Type.Array(RecurringJob) })
export const JobResponse = okResponse('RecurringJobResponse', { job: RecurringJob })
export const JobParams = Type.Object({
  job: Type.String({ maxLength: 64, description: 'Name of the job' }),
})

export const WebhookQueues = okResponse('WebhookQueues', {
  unpublished: integer('Recorded events that wait to be published, up to 10,000'),
  queues: integer('Queues with a pending delivery, up to 10,000'),
  failed: integer('Deliveries whose attempts are used up, up to 10,000'),
  byHost: Type.Array(
    namedObject('WebhookQueue', {
      wallet: text('Wallet of the merchant'),
      host: text('Host of the receivers'),
      queues: integer('Queues with a pending delivery: one per receipt and address'),
      retrying: integer('Queues whose first delivery was attempted before'),
      sending: integer('Queues whose delivery is being sent'),
      overdueMs: integer('How long the first delivery has been due; 0 while none is'),
    }),
    { description: 'Up to 100 merchants and hosts, the longest wait first' },
  ),
})

export const JournalState = okResponse('JournalState', {
  isFailing: boolean('The journal of this process cannot be written'),
  records: integer('Records of this process that wait for the database'),
  segments: integer('Files that hold them'),
  oldestAt: orNull(time('when the oldest was accepted')),
  quarantined: integer('Records that conflict with the database or are damaged'),
})

export const NodeList = okResponse('ChainNodes', {
  chainId: Type.Integer(),
  nodes: Type.Array(
    namedObject('ChainNode', {
      node: integer('Position in CHAIN_RPC_URL, from 1. The first one that responds is used'),
      latencyMs: orNull(integer('Time to return its newest block')),
      blockNumber: orNull(integer('Its newest block')),
      blockTime: orNull(time('of that block')),
      blocksBehind: orNull(integer('Behind the newest block of all nodes')),
      error: orNull(text('Why it does not respond, or null')),
    }),
  ),
  paymentsBehind: orNull(integer('Blocks that payments are read behind the chain')),
})

export const DoctorReport = okResponse('DoctorReport', {
  checkedAt: time('when the checks ended'),
  problems: Type.Integer(),
  warnings: Type.Integer(),
  sections: Type.Array(
    namedObject('DoctorSection', {
      title: Type.String(),
      findings: Type.Array(
        namedObject('DoctorFinding', {
          status: namedEnum('DoctorStatus', ['ok', 'warning', 'problem', 'skipped']),
          message: Type.String(),
          fix: orNull(text('How to resolve a warning or a problem')),
        }),
      ),
    }),
  ),
})

export const VersionState = okResponse('VersionState', {
  version: text('API version'),
  runtime: text('Version of Node.js'),
  database: text('Version of PostgreSQL'),
  mode: namedEnum('ServiceMode', ['sandbox', 'live']),
  role: text('Of this process; see docs/operations.md'),
  chainId: Type.Integer(),
  startedAt: time('when this process started'),
  migrations: Type.Array(
    namedObject('MigrationState', {
      version: Type.Integer(),
      name: Type.String(),
      state: namedEnum(
        'MigrationStatus',
        ['applied', 'pending', 'edited', 'unknown'],
        '`edited`: the file differs from the applied one. `unknown`: a newer version applied it.',
      ),
      appliedAt: orNull(Type.Integer({ description: 'Unix ms' })),
    }),
    { description: 'In order' },
  ),
})
