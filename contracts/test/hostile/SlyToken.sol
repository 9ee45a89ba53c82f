// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HostileToken} from "./HostileToken.sol";

/// @notice Also returns wrong balances, reports transfers that did not happen and accepts any
/// authorization.
contract SlyToken is HostileToken {
    enum Lie {
        None,
        Revert,
        ReturnShort,
        ReturnBomb,
        BurnGas,
        ReturnSame
    }

    Lie private _lie;
    bool private _isIdle;
    uint256 private _readGas;
    uint256 private _moveGas;

    error SlyTokenRefused();

    /// @notice Sets how `balanceOf` misbehaves.
    function lie(Lie lie_) external {
        _lie = lie_;
    }

    /// @notice Stops moving tokens, but still reports success.
    function idle() external {
        _isIdle = true;
    }

    /// @notice Sets the gas to waste on each balance read and on each transfer.
    function waste(uint256 readGas, uint256 moveGas) external {
        (_readGas, _moveGas) = (readGas, moveGas);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external {
        if (!_isIdle) _transfer(from, to, value);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        _waste(_moveGas);
        return _isIdle || super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _waste(_moveGas);
        return _isIdle || super.transferFrom(from, to, amount);
    }

    function balanceOf(address account) public view override returns (uint256) {
        _waste(_readGas);
        if (_lie == Lie.Revert) revert SlyTokenRefused();
        if (_lie == Lie.ReturnShort) {
            assembly {
                return(0, 31)
            }
        }
        if (_lie == Lie.ReturnBomb) {
            assembly {
                mstore(0, 1)
                return(0, 100000)
            }
        }
        if (_lie == Lie.BurnGas) {
            // Burn all gas at once, as an endless loop would.
            assembly {
                invalid()
            }
        }
        return _lie == Lie.ReturnSame ? 1_000_000 : super.balanceOf(account);
    }

    function _waste(uint256 gas) private view {
        uint256 end = gas < gasleft() ? gasleft() - gas : 0;
        while (gasleft() > end) {}
    }
}
