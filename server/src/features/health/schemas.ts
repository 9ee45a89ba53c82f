import { Type } from 'typebox'

export const Healthz = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description: '`degraded`: sales continue, but a subsystem is down',
    }),
  },
  { title: 'Healthz' },
)

const CheckResult = Type.Object(
  { ok: Type.Boolean() },
  { title: 'CheckResult', additionalProperties: true },
)

export const Ping = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether all checks pass' }),
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    version: Type.String({ description: 'API version' }),
    time: Type.Integer({ description: 'Service clock, Unix ms' }),
    uptimeMs: Type.Integer(),
    wallet: Type.String({ description: 'Wallet of the merchant that owns the key' }),
    checks: Type.Record(Type.String(), CheckResult, {
      description: 'Last background sample of each subsystem',
    }),
  },
  { title: 'Ping' },
)
