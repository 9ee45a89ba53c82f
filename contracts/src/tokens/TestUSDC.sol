// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignedTestToken} from "./SignedTestToken.sol";

/// @title Play-money USDC
/// @notice Named and versioned as USDC is on Base Sepolia, so that what is signed for one fits the other.
contract TestUSDC is SignedTestToken {
    string public constant symbol = "USDC";

    /// @inheritdoc SignedTestToken
    function name() public pure override returns (string memory) {
        return "USDC";
    }
}
