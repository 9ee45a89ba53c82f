// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Test multicall
/// @notice Provides the two functions of Multicall3 that the service uses. The sandbox places it at
/// the address of Multicall3, which nearly every public chain has.
/// @dev Works wherever the runtime code is placed, because there is no constructor and no storage.
/// Anyone may call anything through it, so it must never hold money or an allowance.
contract TestMulticall {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    /// @notice Calls every target in order, without native tokens, and returns their results. A
    /// failed call reverts everything unless it has `allowFailure`.
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory returnData) = calls[i].target.call(calls[i].callData);
            // Callers of Multicall3 know this text, so it replaces a custom error.
            require(success || calls[i].allowFailure, "Multicall3: call failed");
            results[i] = Result(success, returnData);
        }
    }

    /// @notice Returns the native balance of `account` in wei.
    function getEthBalance(address account) external view returns (uint256 balance) {
        return account.balance;
    }
}
