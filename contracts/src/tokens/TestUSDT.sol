// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @title Play-money USDT
/// @notice Keeps the two habits of Tether on Ethereum that break careless callers: its functions return
/// nothing, and an allowance has to go through zero to change.
contract TestUSDT is TestToken {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";

    error TestUSDTAllowanceNotZero(address owner, address spender);

    /// @notice Sets an allowance; from one that is not zero, only to zero.
    function approve(address spender, uint256 amount) external {
        if (amount != 0 && allowance(msg.sender, spender) != 0) {
            revert TestUSDTAllowanceNotZero(msg.sender, spender);
        }
        _approve(msg.sender, spender, amount);
    }

    /// @notice Moves `amount` units of the caller.
    function transfer(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    /// @notice Moves `amount` units of `from`, who allowed the caller as much.
    function transferFrom(address from, address to, uint256 amount) external {
        _transferFrom(msg.sender, from, to, amount);
    }
}
