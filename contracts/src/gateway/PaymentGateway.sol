// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {Asset} from "../lib/Asset.sol";
import {CloneCode} from "../lib/CloneCode.sol";
import {Deposit} from "./Deposit.sol";
import {IReceiveWithAuthorization} from "./IReceiveWithAuthorization.sol";

/// @title Payment gateway
/// @notice Moves a buyer's money to a payout address and records which receipt it pays. All payment
/// methods emit the same event. There is no owner. Payments reach the payout address within the
/// transaction; the gateway keeps nothing.
///
/// Amounts are in base units. `address(0)` and 0xEeee...EEeE both mean native tokens; events use
/// `address(0)`.
///
/// The caller chooses receipt key, payout address and token; the gateway does not verify them.
/// Readers of the events must check that the receipt accepts this address and token. For a known
/// token, the amount is reliable.
/// @dev An event never reports more than arrived: token amounts are measured at the payout address.
/// A payment that arrives short reverts, because the buyer still has the money. A deposit that
/// arrives short is recorded with the amount that arrived, because it has no other way out. The
/// reentrancy guard keeps other payments through this contract out of the measurement.
contract PaymentGateway is ReentrancyGuardTransient {
    /// @param payer The account that signed and whose money is moved.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param salt Chosen by the payer. Each further payment of the same receipt needs a new salt.
    /// @param signature An EIP-3009 ReceiveWithAuthorization signature by a key or an EIP-1271
    /// wallet.
    struct Authorization {
        address payer;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 salt;
        bytes signature;
    }

    /// @notice Identifies one deposit and the token to flush.
    struct Flush {
        bytes32 receiptKey;
        address payoutAddress;
        address token;
    }

    /// @notice Limits the gas of each balance read and of each sweep in `flushMany`. Both limits
    /// are several times what a token behind a proxy needs.
    uint256 public constant READ_GAS = 100_000;
    uint256 public constant SWEEP_GAS = 300_000;

    /// @notice Bounds the gas of one flush in `flushMany`. It covers both limits above, the 1/64 of
    /// gas that a call withholds, deploying the deposit and emitting the event.
    uint256 public constant FLUSH_GAS = 480_000;

    /// @notice Returns the implementation behind every deposit address.
    address public immutable depositImplementation = address(new Deposit());

    /// @notice Emitted when `amount` base units of `token` arrived at `payoutAddress` for a
    /// receipt.
    /// @param payer The account that paid. For a flush it is the deposit address, because its
    /// sender is unknown.
    event PaymentReceived(
        bytes32 indexed receiptKey,
        address indexed payoutAddress,
        address indexed payer,
        address token,
        uint256 amount
    );

    /// @notice Emitted when one flush in `flushMany` failed and moved nothing. A retry may succeed.
    event FlushFailed(bytes32 indexed receiptKey, address indexed payoutAddress, address token);

    /// @notice Thrown when a payment amount is zero. Flushing an empty deposit does not revert.
    error PaymentGatewayZeroAmount();

    /// @notice Thrown when the payout address is zero, this contract or the deposit implementation.
    error PaymentGatewayInvalidPayoutAddress(address payoutAddress);

    /// @notice Thrown when the value is not exactly `amount` for native tokens, or not zero for a
    /// token.
    error PaymentGatewayWrongValue(uint256 value, uint256 expected);

    /// @notice Thrown when native tokens are passed to a function that only supports tokens.
    error PaymentGatewayTokenRequired();

    /// @notice Thrown when fewer base units than `amount` arrived. The token may have kept the
    /// rest.
    error PaymentGatewayArrivedShort(address token, uint256 arrived, uint256 amount);

    /// @notice Thrown when less than FLUSH_GAS is left for the next flush in `flushMany`.
    error PaymentGatewayGasTooLow(uint256 gas, uint256 needed);

    /// @notice Pays a receipt with the caller's native tokens or tokens. Anyone may pay any
    /// receipt.
    /// @dev Tokens require an allowance for this contract. Native tokens require a value of exactly
    /// `amount`.
    function pay(bytes32 receiptKey, address payoutAddress, address token, uint256 amount)
        external
        payable
        nonReentrant
    {
        token = Asset.normalize(token);
        _requirePayment(payoutAddress, amount);
        uint256 expected = token == Asset.NATIVE ? amount : 0;
        if (msg.value != expected) revert PaymentGatewayWrongValue(msg.value, expected);

        if (token == Asset.NATIVE) {
            Asset.send(token, payoutAddress, amount);
        } else {
            _collect(payoutAddress, token, amount);
        }
        emit PaymentReceived(receiptKey, payoutAddress, msg.sender, token, amount);
    }

    /// @notice Pays a receipt with the caller's tokens and the caller's EIP-2612 permit instead of
    /// an allowance.
    /// @dev Ignores a failed permit, because a third party may have submitted it first. The
    /// allowance decides.
    function payWithPermit(
        bytes32 receiptKey,
        address payoutAddress,
        address token,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireToken(token);
        _requirePayment(payoutAddress, amount);

        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _collect(payoutAddress, token, amount);
        emit PaymentReceived(receiptKey, payoutAddress, msg.sender, token, amount);
    }

    /// @notice Pays a receipt with an EIP-3009 authorization for this contract. Anyone may submit
    /// it, at their expense.
    /// @dev The payer signs the nonce keccak256(abi.encode(receiptKey, payoutAddress, salt)). The
    /// signature is therefore valid only for this amount, token, receipt and payout address.
    function payWithAuthorization(
        bytes32 receiptKey,
        address payoutAddress,
        address token,
        uint256 amount,
        Authorization calldata authorization
    ) external nonReentrant {
        _requireToken(token);
        _requirePayment(payoutAddress, amount);
        uint256 heldBefore = Asset.balanceOf(token, address(this));
        uint256 paidBefore = Asset.balanceOf(token, payoutAddress);

        IReceiveWithAuthorization(token).receiveWithAuthorization(
            authorization.payer,
            address(this),
            amount,
            authorization.validAfter,
            authorization.validBefore,
            keccak256(abi.encode(receiptKey, payoutAddress, authorization.salt)),
            authorization.signature
        );
        // Some tokens accept calls to functions they lack. Require the payer's money before sending
        // any on.
        _requireArrived(token, address(this), heldBefore, amount);
        Asset.send(token, payoutAddress, amount);
        _requireArrived(token, payoutAddress, paidBefore, amount);
        emit PaymentReceived(receiptKey, payoutAddress, authorization.payer, token, amount);
    }

    /// @notice Moves the balance of a receipt's deposit address to the payout address. Anyone may
    /// call, repeatedly.
    /// @return amount The base units that arrived, or 0 if the deposit was empty.
    function flush(bytes32 receiptKey, address payoutAddress, address token)
        external
        nonReentrant
        returns (uint256 amount)
    {
        _requirePayoutAddress(payoutAddress);
        bool ok;
        (ok, amount) = _flush(receiptKey, payoutAddress, token, gasleft(), gasleft());
        if (!ok) LowLevelCall.bubbleRevert();
    }

    /// @notice Flushes each deposit, even if others fail. Anyone may call.
    /// @dev Reverts if gas is too low, so that low gas is never recorded as a failed flush.
    /// FLUSH_GAS per flush, plus the cost of the transaction itself, is enough for any token and
    /// payout address.
    function flushMany(Flush[] calldata flushes) external nonReentrant {
        for (uint256 i = 0; i < flushes.length; ++i) {
            if (gasleft() < FLUSH_GAS) revert PaymentGatewayGasTooLow(gasleft(), FLUSH_GAS);

            Flush calldata item = flushes[i];
            (bool ok,) = _flush(item.receiptKey, item.payoutAddress, item.token, READ_GAS, SWEEP_GAS);
            if (!ok) emit FlushFailed(item.receiptKey, item.payoutAddress, Asset.normalize(item.token));
        }
    }

    /// @dev On failure, the return data of the last call contains the reason.
    function _flush(
        bytes32 receiptKey,
        address payoutAddress,
        address token,
        uint256 readGas,
        uint256 sweepGas
    ) private returns (bool ok, uint256 amount) {
        if (!_isPayoutAddress(payoutAddress)) return (false, 0);
        token = Asset.normalize(token);
        bytes memory code = _creationCode(receiptKey, payoutAddress);
        address deposit = Create2.computeAddress(receiptKey, keccak256(code));
        uint256 held;
        (ok, held) = Asset.tryBalanceOf(token, deposit, readGas);
        if (!ok || held == 0) return (ok, 0);

        if (deposit.code.length == 0) Create2.deploy(0, receiptKey, code);
        try Deposit(deposit).sweep{gas: sweepGas}(token, held) returns (uint256 arrived) {
            emit PaymentReceived(receiptKey, payoutAddress, deposit, token, arrived);
            return (true, arrived);
        } catch {
            return (false, 0);
        }
    }

    function _collect(address payoutAddress, address token, uint256 amount) private {
        uint256 before = Asset.balanceOf(token, payoutAddress);
        SafeERC20.safeTransferFrom(IERC20(token), msg.sender, payoutAddress, amount);
        _requireArrived(token, payoutAddress, before, amount);
    }

    function _requirePayment(address payoutAddress, uint256 amount) private view {
        if (amount == 0) revert PaymentGatewayZeroAmount();
        _requirePayoutAddress(payoutAddress);
    }

    function _requirePayoutAddress(address payoutAddress) private view {
        if (!_isPayoutAddress(payoutAddress)) revert PaymentGatewayInvalidPayoutAddress(payoutAddress);
    }

    /// @dev Rejects zero as a mistake. Rejects this contract and the deposit implementation because
    /// they could never move the money.
    function _isPayoutAddress(address payoutAddress) private view returns (bool) {
        return payoutAddress != address(0) && payoutAddress != address(this)
            && payoutAddress != depositImplementation;
    }

    function _requireToken(address token) private pure {
        if (Asset.normalize(token) == Asset.NATIVE) revert PaymentGatewayTokenRequired();
    }

    function _requireArrived(address token, address to, uint256 before, uint256 amount) private view {
        uint256 arrived = Asset.balanceOf(token, to) - before;
        if (arrived < amount) revert PaymentGatewayArrivedShort(token, arrived, amount);
    }

    /// @notice Returns the address that accepts plain transfers of native tokens or any token for a
    /// receipt, from any wallet. It accepts them before and after a flush.
    function depositAddress(bytes32 receiptKey, address payoutAddress) external view returns (address) {
        _requirePayoutAddress(payoutAddress);
        return Create2.computeAddress(receiptKey, keccak256(_creationCode(receiptKey, payoutAddress)));
    }

    function _creationCode(bytes32 receiptKey, address payoutAddress) private view returns (bytes memory) {
        return CloneCode.creationCode(depositImplementation, abi.encodePacked(payoutAddress, receiptKey));
    }
}
