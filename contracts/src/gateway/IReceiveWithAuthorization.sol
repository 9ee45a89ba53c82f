// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title EIP-3009 with the signature as bytes
/// @notice As USDC and EURC have it since version 2.2; the EIP itself only has (v, r, s), which leaves wallets
/// that are contracts out.
interface IReceiveWithAuthorization {
    /// @notice Moves `value` from `from` to `to`, who calls, once per `nonce`, between two moments in Unix seconds.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
