import { describeAuthorization } from './authorization.suite.js'

describeAuthorization('ReceiveWithAuthorization', {
  thirdPartyError: 'SignedTestTokenCallerNotPayee',
})
