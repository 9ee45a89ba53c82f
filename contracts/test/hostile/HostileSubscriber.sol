// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Implements an EIP-1271 wallet that misbehaves as set by `play` when it verifies a
/// signature.
contract HostileSubscriber {
    enum Trick {
        Accept,
        Refuse,
        Revert,
        BurnGas,
        ReturnBomb,
        RevertWithBomb,
        ReturnShort,
        CallBack,
        BurnGasAndAccept
    }

    bytes4 private constant ACCEPTED = 0x1626ba7e;

    Trick private _trick;
    address private _target;
    bytes private _payload;

    error HostileSubscriberRefused();
    error HostileSubscriberCalledBack();

    function play(Trick trick, address target, bytes calldata payload) external {
        (_trick, _target, _payload) = (trick, target, payload);
    }

    /// @notice Calls anything, as the owner of a wallet may.
    function execute(address target, bytes calldata payload) external {
        (bool ok,) = target.call(payload);
        if (!ok) revert HostileSubscriberRefused();
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        if (_trick == Trick.Refuse) return bytes4(0);
        if (_trick == Trick.Revert) revert HostileSubscriberRefused();
        if (_trick == Trick.CallBack) {
            // A change in a static call burns all gas of that call.
            (bool ok,) = _target.call{gas: 100_000}(_payload);
            // Make a successful callback visible even if the caller ignores the return data.
            if (ok) revert HostileSubscriberCalledBack();
        }
        if (_trick == Trick.BurnGas) {
            // Burn all gas at once, as an endless loop would.
            assembly {
                invalid()
            }
        }
        // Leave enough to return, and too little to charge.
        while (_trick == Trick.BurnGasAndAccept && gasleft() > 2_000) {}
        if (_trick == Trick.ReturnBomb) {
            assembly {
                mstore(0, shl(224, 0x1626ba7e))
                return(0, 90000)
            }
        }
        if (_trick == Trick.RevertWithBomb) {
            assembly {
                revert(0, 90000)
            }
        }
        if (_trick == Trick.ReturnShort) {
            assembly {
                mstore(0, shl(224, 0x1626ba7e))
                return(0, 4)
            }
        }
        return ACCEPTED;
    }
}
