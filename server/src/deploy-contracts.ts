import { existsSync } from 'node:fs'
import { runDeployment } from './platform/chain/deploy/run-deployment.js'

/** `npm run deploy-contracts`: puts our contracts on a chain, or says what that would take. */
if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await runDeployment({
  args: process.argv.slice(2),
  environment: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
})
