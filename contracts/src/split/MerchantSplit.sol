// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Asset} from "../lib/Asset.sol";
import {CloneCode} from "../lib/CloneCode.sol";

/// @title MerchantSplit
/// @notice Splits all native tokens and ERC-20 tokens it receives among recipients that are fixed
/// in its code. A recipient is due floor(total * bps / 10000) of everything received so far, minus
/// its earlier payments. Anyone may call every function: money can only go to the recipients, in
/// these shares. There is no owner.
/// @dev Runs behind the clones of SplitFactory, which validates the recipients: n x (address 20
/// bytes | bps 2 bytes), addresses ascending, bps that sum to 10,000. Direct calls to pay or to
/// read shares revert. Tokens are not trusted: a hostile token can corrupt its own accounting, but
/// not that of other assets. A token that charges its sender or shrinks balances leaves less to
/// pay. No amount is due twice.
contract MerchantSplit is ReentrancyGuardTransient {
    using Asset for address;

    uint256 private constant RECIPIENT_SIZE = 22;
    uint256 private constant BPS = 10_000;

    mapping(address token => uint256 amount) private _totalReleased;
    mapping(address token => mapping(address account => uint256 amount)) private _released;

    /// @notice Emitted when `account` was paid `amount` base units of `token`. Native tokens are
    /// `address(0)`.
    event PaymentReleased(address indexed token, address indexed account, uint256 amount);

    /// @notice Thrown when `account` has no share, or was already paid everything due to it.
    error MerchantSplitNothingDue(address token, address account);

    /// @notice Pays `account` the amount due to it in `token`. Anyone may call.
    /// @param token An ERC-20, or the native token as `address(0)` or 0xEeee...EEeE.
    /// @return amount The amount paid, in base units.
    function release(address token, address account) external nonReentrant returns (uint256 amount) {
        return _release(token.normalize(), account);
    }

    /// @notice Pays `account` the amount due to it in native tokens. Anyone may call.
    /// @return amount The amount paid, in wei.
    function release(address payable account) external nonReentrant returns (uint256 amount) {
        return _release(Asset.NATIVE, account);
    }

    /// @notice Pays every recipient the amount due to it in `token`. Anyone may call. Skips a
    /// recipient that cannot be paid. It keeps its claim, and `release` pays it later without a gas
    /// limit.
    /// @param token An ERC-20, or the native token as `address(0)` or 0xEeee...EEeE.
    /// @return paid The total paid, in base units.
    function distribute(address token) external nonReentrant returns (uint256 paid) {
        token = token.normalize();
        bytes memory args = CloneCode.readArgs();
        uint256 total = _totalReleased[token];
        uint256 received = token.balanceOf(address(this)) + total;

        for (uint256 offset; offset < args.length; offset += RECIPIENT_SIZE) {
            (address account, uint256 bps) = _recipientAt(args, offset);
            uint256 before = _released[token][account];
            uint256 amount = _due(received, bps, before);
            if (amount == 0) continue;

            // Update storage before sending, so that a recipient that reads this contract sees the
            // correct amounts.
            _released[token][account] = before + amount;
            _totalReleased[token] = total + amount;
            if (!token.trySend(account, amount)) {
                _released[token][account] = before;
                _totalReleased[token] = total;
                continue;
            }
            total += amount;
            paid += amount;
            emit PaymentReleased(token, account, amount);
        }
    }

    function _release(address token, address account) private returns (uint256 amount) {
        amount = _releasable(token, account);
        if (amount == 0) revert MerchantSplitNothingDue(token, account);

        _released[token][account] += amount;
        _totalReleased[token] += amount;
        token.send(account, amount);
        emit PaymentReleased(token, account, amount);
    }

    /// @notice Returns the amount that `release` would pay `account` in `token` now, in base units.
    function releasable(address token, address account) external view returns (uint256) {
        return _releasable(token.normalize(), account);
    }

    /// @notice Returns the amount that `release` would pay `account` in native tokens now, in wei.
    function releasable(address account) external view returns (uint256) {
        return _releasable(Asset.NATIVE, account);
    }

    /// @notice Returns all recipients, ascending by address, and their shares in basis points.
    function recipients() external view returns (address[] memory accounts, uint256[] memory bps) {
        bytes memory args = CloneCode.readArgs();
        uint256 count = args.length / RECIPIENT_SIZE;
        accounts = new address[](count);
        bps = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            (accounts[i], bps[i]) = _recipientAt(args, i * RECIPIENT_SIZE);
        }
    }

    /// @notice Returns the share of `account` in basis points, or 0 if it is not a recipient.
    function shareOf(address account) public view returns (uint256) {
        bytes memory args = CloneCode.readArgs();
        for (uint256 offset; offset < args.length; offset += RECIPIENT_SIZE) {
            (address recipient, uint256 bps) = _recipientAt(args, offset);
            if (recipient == account) return bps;
        }
        return 0;
    }

    /// @notice Returns the total paid to all recipients in `token`, in base units.
    function totalReleased(address token) external view returns (uint256) {
        return _totalReleased[token.normalize()];
    }

    /// @notice Returns the total paid to all recipients in native tokens, in wei.
    function totalReleased() external view returns (uint256) {
        return _totalReleased[Asset.NATIVE];
    }

    /// @notice Returns the total paid to `account` in `token`, in base units.
    function released(address token, address account) external view returns (uint256) {
        return _released[token.normalize()][account];
    }

    /// @notice Returns the total paid to `account` in native tokens, in wei.
    function released(address account) external view returns (uint256) {
        return _released[Asset.NATIVE][account];
    }

    function _releasable(address token, address account) private view returns (uint256) {
        uint256 received = token.balanceOf(address(this)) + _totalReleased[token];
        return _due(received, shareOf(account), _released[token][account]);
    }

    /// @dev Returns 0 if the account was paid more than its share, which happens when a token
    /// shrinks balances.
    function _due(uint256 received, uint256 bps, uint256 paid) private pure returns (uint256) {
        uint256 share = received * bps / BPS;
        return share > paid ? share - paid : 0;
    }

    function _recipientAt(bytes memory args, uint256 offset) private pure returns (address account, uint256 bps) {
        assembly ("memory-safe") {
            let word := mload(add(add(args, 32), offset))
            account := shr(96, word)
            bps := and(shr(80, word), 0xffff)
        }
    }
}
