// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ERC165Checker} from "@openzeppelin/contracts/utils/introspection/ERC165Checker.sol";

import {Signature} from "../lib/Signature.sol";
import {ISpendPermissionManager, PeriodSpend, SpendPermission} from "./ISpendPermissionManager.sol";
import {PermissionHash} from "./PermissionHash.sol";
import {SignatureValidator} from "./SignatureValidator.sol";

/// @title Spend permission manager for ERC-20 allowances
/// @notice Lets a spender take a limited amount per period from an account that approved it. The
/// account also gives this contract an ERC-20 allowance, so every wallet can use it. There is no
/// owner.
///
/// Differs from Coinbase's contract in how it moves money: that one needs a wallet which executes
/// its calls. It also lacks batches, `approveWithRevoke`, native tokens and `spendWithWithdraw`.
/// @dev Everything this contract does with its allowances is one `transferFrom` in `spend`, from an
/// account that approved the permission. All other calls are static calls to wallets and tokens,
/// and calls to the validator.
contract SpendPermissionManager is ISpendPermissionManager {
    /// @dev Fills one slot, so that a spend reads and writes one. The end of a period follows from
    /// its start.
    struct Usage {
        bool isApproved;
        bool isRevoked;
        uint48 periodStart;
        uint160 spend;
    }

    bytes32 public constant SPEND_PERMISSION_TYPEHASH = PermissionHash.TYPEHASH;

    /// @dev The last 32 bytes of an EIP-6492 signature.
    bytes32 private constant EIP6492_SUFFIX =
        0x6492649264926492649264926492649264926492649264926492649264926492;

    /// @notice Returns the contract that verifies EIP-6492 signatures.
    SignatureValidator public immutable signatureValidator = new SignatureValidator();

    mapping(bytes32 hash => Usage) private _usage;

    error InvalidSender(address sender, address expected);
    error InvalidSignature();
    error ZeroToken();
    error ZeroSpender();
    error ZeroAllowance();
    error ZeroPeriod();
    error InvalidStartEnd(uint48 start, uint48 end);
    error ERC721TokenNotSupported(address token);
    error ZeroValue();
    error UnauthorizedSpendPermission();
    error BeforeSpendPermissionStart(uint48 currentTimestamp, uint48 start);
    error AfterSpendPermissionEnd(uint48 currentTimestamp, uint48 end);
    error SpendValueOverflow(uint256 value);
    error ExceededSpendPermission(uint256 value, uint256 allowance);

    /// @inheritdoc ISpendPermissionManager
    function approve(SpendPermission calldata spendPermission) external returns (bool) {
        _requireSender(spendPermission.account);
        return _approve(spendPermission, getHash(spendPermission));
    }

    /// @inheritdoc ISpendPermissionManager
    /// @dev Accepts ECDSA signatures with a low s, EIP-1271 and EIP-6492. Reads the state after the
    /// signature, because an EIP-6492 signature may call back and revoke.
    function approveWithSignature(SpendPermission calldata spendPermission, bytes calldata signature)
        external
        returns (bool)
    {
        bytes32 hash = getHash(spendPermission);
        if (!_isSigned(spendPermission.account, hash, signature)) revert InvalidSignature();
        return _approve(spendPermission, hash);
    }

    /// @inheritdoc ISpendPermissionManager
    function revoke(SpendPermission calldata spendPermission) external {
        _requireSender(spendPermission.account);
        _revoke(spendPermission);
    }

    /// @inheritdoc ISpendPermissionManager
    function revokeAsSpender(SpendPermission calldata spendPermission) external {
        _requireSender(spendPermission.spender);
        _revoke(spendPermission);
    }

    /// @inheritdoc ISpendPermissionManager
    /// @dev The account must have given this contract an ERC-20 allowance.
    function spend(SpendPermission calldata spendPermission, uint160 value) external {
        _requireSender(spendPermission.spender);
        if (value == 0) revert ZeroValue();
        bytes32 hash = getHash(spendPermission);
        Usage memory usage = _usage[hash];
        if (!usage.isApproved || usage.isRevoked) revert UnauthorizedSpendPermission();

        PeriodSpend memory current = _currentPeriod(spendPermission, usage);
        uint256 total = uint256(current.spend) + value;
        if (total > type(uint160).max) revert SpendValueOverflow(total);
        if (total > spendPermission.allowance) {
            revert ExceededSpendPermission(total, spendPermission.allowance);
        }

        usage.periodStart = current.start;
        usage.spend = uint160(total);
        _usage[hash] = usage;
        current.spend = value;
        emit SpendPermissionUsed(
            hash, spendPermission.account, msg.sender, spendPermission.token, current
        );
        SafeERC20.safeTransferFrom(
            IERC20(spendPermission.token), spendPermission.account, msg.sender, value
        );
    }

    function _requireSender(address expected) private view {
        if (msg.sender != expected) revert InvalidSender(msg.sender, expected);
    }

    function _isSigned(address account, bytes32 hash, bytes calldata signature) private returns (bool) {
        uint256 length = signature.length;
        if (length < 32 || bytes32(signature[length - 32:]) != EIP6492_SUFFIX) {
            return Signature.isValid(account, hash, signature);
        }
        try signatureValidator.isValidSignature(account, hash, signature) returns (bool isSigned) {
            return isSigned;
        } catch {
            return false;
        }
    }

    function _approve(SpendPermission calldata permission, bytes32 hash) private returns (bool) {
        Usage storage usage = _usage[hash];
        if (usage.isRevoked) return false;
        if (usage.isApproved) return true;

        _requireWellFormed(permission);
        usage.isApproved = true;
        emit SpendPermissionApproved(hash, permission);
        return true;
    }

    /// @dev Rejects ERC-721, whose `transferFrom` would take the value as the id of a token.
    function _requireWellFormed(SpendPermission calldata permission) private view {
        if (permission.token == address(0)) revert ZeroToken();
        if (permission.spender == address(0)) revert ZeroSpender();
        if (permission.period == 0) revert ZeroPeriod();
        if (permission.allowance == 0) revert ZeroAllowance();
        if (permission.start >= permission.end) {
            revert InvalidStartEnd(permission.start, permission.end);
        }
        if (ERC165Checker.supportsInterface(permission.token, type(IERC721).interfaceId)) {
            revert ERC721TokenNotSupported(permission.token);
        }
    }

    function _revoke(SpendPermission calldata permission) private {
        bytes32 hash = getHash(permission);
        if (_usage[hash].isRevoked) return;

        _usage[hash].isRevoked = true;
        emit SpendPermissionRevoked(hash, permission);
    }

    /// @inheritdoc ISpendPermissionManager
    function isApproved(SpendPermission calldata spendPermission) external view returns (bool) {
        return _usage[getHash(spendPermission)].isApproved;
    }

    /// @inheritdoc ISpendPermissionManager
    function isRevoked(SpendPermission calldata spendPermission) external view returns (bool) {
        return _usage[getHash(spendPermission)].isRevoked;
    }

    /// @inheritdoc ISpendPermissionManager
    function isValid(SpendPermission calldata spendPermission) external view returns (bool) {
        Usage memory usage = _usage[getHash(spendPermission)];
        return usage.isApproved && !usage.isRevoked;
    }

    /// @inheritdoc ISpendPermissionManager
    function getLastUpdatedPeriod(SpendPermission calldata spendPermission)
        external
        view
        returns (PeriodSpend memory)
    {
        Usage memory usage = _usage[getHash(spendPermission)];
        if (usage.spend == 0) return PeriodSpend(0, 0, 0);
        return PeriodSpend(
            usage.periodStart, _endOf(spendPermission, usage.periodStart), usage.spend
        );
    }

    /// @inheritdoc ISpendPermissionManager
    function getCurrentPeriod(SpendPermission calldata spendPermission)
        external
        view
        returns (PeriodSpend memory)
    {
        return _currentPeriod(spendPermission, _usage[getHash(spendPermission)]);
    }

    /// @inheritdoc ISpendPermissionManager
    function getHash(SpendPermission calldata spendPermission) public view returns (bytes32) {
        return PermissionHash.hashFor(spendPermission, address(this));
    }

    function _currentPeriod(SpendPermission calldata permission, Usage memory usage)
        private
        view
        returns (PeriodSpend memory)
    {
        uint48 time = uint48(block.timestamp);
        if (time < permission.start) revert BeforeSpendPermissionStart(time, permission.start);
        if (time >= permission.end) revert AfterSpendPermissionEnd(time, permission.end);

        uint48 start = time - (time - permission.start) % permission.period;
        uint160 spent = usage.periodStart == start ? usage.spend : 0;
        return PeriodSpend(start, _endOf(permission, start), spent);
    }

    /// @dev The last period ends with the permission.
    function _endOf(SpendPermission calldata permission, uint48 start) private pure returns (uint48) {
        uint256 end = uint256(start) + permission.period;
        return end < permission.end ? uint48(end) : permission.end;
    }
}
