// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Receives native tokens and misbehaves as set by `play`.
contract HostileReceiver {
    enum Trick {
        Accept,
        Revert,
        BurnGas,
        RevertWithBomb,
        ReturnBomb,
        CallBack,
        BurnGasOnChain,
        AcceptAndBurnGas,
        SendBack
    }

    Trick private _trick;
    address private _target;
    bytes private _payload;

    /// @notice Whether the last callback succeeded, and its return data.
    bool public calledBack;
    bytes public returnData;

    error HostileReceiverRefused();

    receive() external payable {
        if (_trick == Trick.Revert) revert HostileReceiverRefused();
        if (_trick == Trick.CallBack) (calledBack, returnData) = _target.call(_payload);
        if (_trick == Trick.SendBack) (calledBack, returnData) = msg.sender.call{value: 1}("");
        // Simulations usually have no gas price.
        bool burnsGas = _trick == Trick.BurnGas || (_trick == Trick.BurnGasOnChain && tx.gasprice > 0);
        if (burnsGas) {
            // Burn all gas at once, as an endless loop would.
            assembly {
                invalid()
            }
        }
        // Leave enough to return.
        while (_trick == Trick.AcceptAndBurnGas && gasleft() > 20_000) {}
        if (_trick == Trick.RevertWithBomb) {
            assembly {
                revert(0, 90000)
            }
        }
        if (_trick == Trick.ReturnBomb) {
            assembly {
                return(0, 90000)
            }
        }
    }

    function play(Trick trick, address target, bytes calldata payload) external {
        (_trick, _target, _payload) = (trick, target, payload);
    }
}
