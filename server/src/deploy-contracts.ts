import { existsSync } from 'node:fs'
import { runDeployment } from './platform/chain/deploy/run-deployment.js'

/** Runs `npm run deploy-contracts`: deploys the contracts, or shows the cost of a deployment. */
if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await runDeployment({
  args: process.argv.slice(2),
  environment: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
})
