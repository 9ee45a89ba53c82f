// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Forwards one unit of a token that it holds, and keeps the native tokens that came with
/// the call.
contract NativeKeeper {
    function forward(IERC20 token, address to) external payable {
        token.transfer(to, 1);
    }
}
