import { describeAuthorization } from './authorization.suite.js'

describeAuthorization('ReceiveWithAuthorization', {
  strangerError: 'SignedTestTokenCallerNotPayee',
})
