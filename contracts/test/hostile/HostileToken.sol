// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Misbehaves as set by `play`, toward one recipient or, if none is set, toward all.
contract HostileToken is ERC20("Hostile", "HOST") {
    enum Trick {
        None,
        TakeFeeFromAmount,
        TakeFeeFromSender,
        ReturnFalse,
        Revert,
        ReturnNothing,
        ReturnGarbage,
        ReturnBomb,
        RevertWithBomb,
        BurnGas,
        CallBack
    }

    Trick private _trick;
    address private _victim;
    address private _target;
    bytes private _payload;

    /// @notice Whether the last callback succeeded, and its return data.
    bool public calledBack;
    bytes public returnData;

    error HostileTokenRefused();

    function play(Trick trick, address victim, address target, bytes calldata payload) external {
        (_trick, _victim, _target, _payload) = (trick, victim, target, payload);
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Burns units without the owner's consent, as a rebasing token does.
    function shrink(address account, uint256 amount) external {
        _burn(account, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        bool isTransfer = from != address(0) && to != address(0);
        Trick trick = isTransfer && (_victim == address(0) || _victim == to) ? _trick : Trick.None;

        if (trick == Trick.Revert) revert HostileTokenRefused();
        if (trick == Trick.CallBack) (calledBack, returnData) = _target.call(_payload);
        if (trick == Trick.BurnGas) {
            // Burn all gas at once, as an endless loop would.
            assembly {
                invalid()
            }
        }
        if (trick == Trick.RevertWithBomb) {
            assembly {
                revert(0, 150000)
            }
        }
        if (trick == Trick.ReturnFalse) {
            assembly {
                mstore(0, 0)
                return(0, 32)
            }
        }

        uint256 fee = (amount + 99) / 100;
        if (trick == Trick.TakeFeeFromAmount) {
            super._update(from, address(0), fee);
            amount -= fee;
        }
        super._update(from, to, amount);
        if (trick == Trick.TakeFeeFromSender && balanceOf(from) >= fee) {
            super._update(from, address(0), fee);
        }

        if (trick == Trick.ReturnNothing) {
            assembly {
                return(0, 0)
            }
        }
        if (trick == Trick.ReturnGarbage) {
            assembly {
                mstore(0, 2)
                return(0, 32)
            }
        }
        if (trick == Trick.ReturnBomb) {
            assembly {
                mstore(0, 1)
                return(0, 150000)
            }
        }
    }
}
