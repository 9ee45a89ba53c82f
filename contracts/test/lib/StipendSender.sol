// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Passes on native tokens with the 2,300 gas that come with it and no more, as Solidity's
/// transfer() does.
contract StipendSender {
    error StipendSenderRefused();

    function pass(address to) external payable {
        bool ok;
        assembly {
            ok := call(0, to, callvalue(), 0, 0, 0, 0)
        }
        if (!ok) revert StipendSenderRefused();
    }
}
