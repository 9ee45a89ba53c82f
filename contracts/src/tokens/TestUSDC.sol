// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignedTestToken} from "./SignedTestToken.sol";

/// @title Test USDC
/// @notice Uses the name and version of USDC on Base Sepolia, so that the same signing code works
/// for both.
contract TestUSDC is SignedTestToken {
    string public constant symbol = "USDC";

    /// @inheritdoc SignedTestToken
    function name() public pure override returns (string memory) {
        return "USDC";
    }
}
