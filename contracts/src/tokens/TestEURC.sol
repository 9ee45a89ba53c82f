// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignedTestToken} from "./SignedTestToken.sol";

/// @title Test EURC
contract TestEURC is SignedTestToken {
    string public constant symbol = "EURC";

    /// @inheritdoc SignedTestToken
    function name() public pure override returns (string memory) {
        return "EURC";
    }
}
