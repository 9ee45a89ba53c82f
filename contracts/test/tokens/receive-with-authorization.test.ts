import { describeAuthorization } from './authorization.suite.js'

describeAuthorization('ReceiveWithAuthorization', { anybody: 'SignedTestTokenCallerNotPayee' })
