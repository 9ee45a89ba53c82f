// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title EIP-3009 with the signature as bytes
/// @notice Matches USDC and EURC since version 2.2. The EIP itself only has (v, r, s), which
/// excludes contract wallets.
interface IReceiveWithAuthorization {
    /// @notice Moves `value` base units from `from` to `to`, once per `nonce`. Only `to` may call,
    /// after `validAfter` and before `validBefore`, in Unix seconds.
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
