// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @title Test USDT
/// @notice Reproduces two quirks of Tether on Ethereum that break careless callers. Its functions
/// return nothing, and a non-zero allowance must be set to zero before it can change.
contract TestUSDT is TestToken {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";

    error TestUSDTAllowanceNotZero(address owner, address spender);

    /// @notice Sets an allowance. A non-zero allowance can only be set to zero.
    function approve(address spender, uint256 amount) external {
        if (amount != 0 && allowance(msg.sender, spender) != 0) {
            revert TestUSDTAllowanceNotZero(msg.sender, spender);
        }
        _approve(msg.sender, spender, amount);
    }

    /// @notice Moves `amount` units from the caller to `to`.
    function transfer(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    /// @notice Moves `amount` units from `from` to `to`, within the caller's allowance.
    function transferFrom(address from, address to, uint256 amount) external {
        _transferFrom(msg.sender, from, to, amount);
    }
}
